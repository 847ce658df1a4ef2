from kalahgui.core.position cimport Evaluation, Position

cdef class DiscPatterns(Evaluation):
    cdef readonly str checksum
    cdef short[::1] _weights
    cdef short[::1] _errors
    cdef short[::1] _steps
    cdef int[::1] _middles, _probcut_depths
    cdef short[::1] _scratch

    cdef void _put(
        self, short[::1] states, Py_ssize_t at, unsigned long long discs, int factor
    ) noexcept nogil
