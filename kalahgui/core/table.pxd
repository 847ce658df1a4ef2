cdef class Table:
    cdef unsigned long long[::1] _words
    cdef public unsigned long long mask
    cdef public int bits, age

    cdef Py_ssize_t _slot(self, unsigned long long own, unsigned long long opp) noexcept nogil
    cdef unsigned long long _probe(self, unsigned long long own, unsigned long long opp) noexcept nogil
    cdef void _store(
        self,
        unsigned long long own,
        unsigned long long opp,
        int depth,
        int bound,
        int value,
        int move,
    ) noexcept nogil

cdef int entry_value(unsigned long long data) noexcept nogil
cdef int entry_depth(unsigned long long data) noexcept nogil
cdef int entry_bound(unsigned long long data) noexcept nogil
cdef int entry_move(unsigned long long data) noexcept nogil
