cdef class Table:
    cdef unsigned long long[::1] _words
    cdef unsigned int[::1] _halves
    cdef public unsigned long long mask
    cdef public int bits, age
    cdef public bint narrow

    cdef Py_ssize_t _line(self, unsigned long long own, unsigned long long opp) noexcept nogil
    cdef void _fetch(self, unsigned long long own, unsigned long long opp) noexcept nogil
    cdef unsigned long long _probe(self, unsigned long long own, unsigned long long opp) noexcept nogil
    cdef void _store(
        self,
        unsigned long long own,
        unsigned long long opp,
        int depth,
        bint to_end,
        bint selective,
        int bound,
        int value,
        int move,
    ) noexcept nogil
    cdef void _store_narrow(
        self,
        Py_ssize_t line,
        unsigned long long own,
        unsigned long long opp,
        unsigned long long data,
    ) noexcept nogil
    cdef void _store_wide(
        self,
        Py_ssize_t line,
        unsigned long long own,
        unsigned long long opp,
        unsigned long long data,
    ) noexcept nogil
    cdef int _worth(self, unsigned long long data) noexcept nogil
    cdef bint _settles(self, unsigned long long data) noexcept nogil

cdef int entry_value(unsigned long long data) noexcept nogil
cdef int entry_depth(unsigned long long data) noexcept nogil
cdef int entry_bound(unsigned long long data) noexcept nogil
cdef int entry_move(unsigned long long data) noexcept nogil
cdef bint entry_to_end(unsigned long long data) noexcept nogil
cdef bint entry_selective(unsigned long long data) noexcept nogil
