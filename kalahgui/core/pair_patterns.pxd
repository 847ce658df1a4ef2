from kalahgui.core.position cimport Evaluation


cdef class PairPatterns(Evaluation):
    cdef readonly int pits
    cdef readonly str checksum
    cdef short[::1] _weights
    cdef Py_ssize_t _row
