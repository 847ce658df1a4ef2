cpdef object fresh_memory(Py_ssize_t size)
