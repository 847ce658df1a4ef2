cimport cython


@cython.final
cdef class Endgame:
    cdef public int pits, stones, layers
    cdef public bint empty_capture
    cdef readonly object data
    cdef const unsigned char[::1] _gains
    cdef unsigned char[::1] _filled
    cdef int[::1] _ranks
    cdef long long[::1] _counts, _starts
    cdef int _width
    cdef unsigned long long[::1] _sow_own, _sow_opp
    cdef int[::1] _banked, _last
    cdef int _stride

    cdef Py_ssize_t _rank(self, unsigned long long sums) noexcept nogil
    cdef Py_ssize_t _index(
        self, unsigned long long own, unsigned long long opp, int total
    ) noexcept nogil
    cdef int _gain(self, unsigned long long own, unsigned long long opp, int total) noexcept nogil
    cdef int _worked_out(
        self, unsigned long long own, unsigned long long opp, int total
    ) noexcept nogil
    cdef void _work_out_rows(
        self, int total, int fewer, Py_ssize_t first, Py_ssize_t last
    ) noexcept nogil
