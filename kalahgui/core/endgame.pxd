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
    cdef int _capture, _lap
    cdef long long[::1] _firsts, _laps, _first_laps
    cdef Py_ssize_t _size
    cdef unsigned long long[::1] _words
    cdef unsigned char[::1] _choices
    cdef int[::1] _numbers

    cdef Py_ssize_t _rank(self, unsigned long long sums) noexcept nogil
    cdef Py_ssize_t _index(
        self, unsigned long long own, unsigned long long opp, int total
    ) noexcept nogil
    cdef int _gain(self, unsigned long long own, unsigned long long opp, int total) noexcept nogil
    cdef Py_ssize_t _number(self, unsigned long long word) noexcept nogil
    cdef void _tabulate_placing(
        self, Py_ssize_t at, unsigned long long word, int stones
    ) noexcept nogil
    cdef int _kind(self, Py_ssize_t at, int pit) noexcept nogil
    cdef void _set(
        self,
        long long[::1] sums,
        int choice,
        int total,
        int gain,
        int sign,
        int mover,
        Py_ssize_t number,
        bint of_mover,
        int section,
    ) noexcept nogil
    cdef void _raise(
        self,
        int[::1] best,
        long long[::1] sums,
        Py_ssize_t count,
        Py_ssize_t choices,
        Py_ssize_t numbers,
    ) noexcept nogil
    cdef int _after(
        self, unsigned long long own, unsigned long long opp, int total, int pit
    ) noexcept nogil
    cdef void _move_fixed(
        self,
        int[::1] best,
        long long[::1] sums,
        int total,
        int mover,
        Py_ssize_t count,
        Py_ssize_t at,
    ) noexcept nogil
    cdef void _move_against(
        self,
        int[::1] best,
        long long[::1] sums,
        int total,
        int mover,
        Py_ssize_t count,
        Py_ssize_t at,
    ) noexcept nogil
    cdef void _work_out_rows(
        self,
        int[::1] best,
        long long[::1] sums,
        int total,
        int fewer,
        Py_ssize_t first,
        Py_ssize_t last,
    ) noexcept nogil
