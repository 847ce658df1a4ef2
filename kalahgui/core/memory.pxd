from kalahgui.core.position cimport Position


cdef class Memory:
    cdef unsigned long long[::1] _words
    cdef Py_ssize_t _mask

    cdef Py_ssize_t _first_slot(
        self, unsigned long long own, unsigned long long opp, unsigned long long state
    ) noexcept nogil
    cdef Py_ssize_t _find(self, Position position, int depth) noexcept nogil
    cdef void _keep(
        self, Position position, int depth, int alpha, int beta, int value, int move
    ) noexcept nogil
    cdef int _lower(self, Py_ssize_t slot) noexcept nogil
    cdef int _upper(self, Py_ssize_t slot) noexcept nogil
    cdef int _lower_move(self, Py_ssize_t slot) noexcept nogil
    cdef int _upper_move(self, Py_ssize_t slot) noexcept nogil
