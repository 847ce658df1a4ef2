from kalahgui.core.position cimport Evaluation, Position


cdef class PairPatterns(Evaluation):
    cdef readonly int pits
    cdef readonly str checksum
    cdef short[::1] _weights, _spreads
    cdef Py_ssize_t _row

    cdef int _trust(self, Position position, int fifths) noexcept nogil
