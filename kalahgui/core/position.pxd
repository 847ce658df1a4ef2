cdef class Position


cdef class Evaluation:
    cdef public int trust_turns, state_size
    cdef public bint probcut, orders

    cdef int _estimate(self, Position position) noexcept nogil
    cdef int _published(self, Position position) noexcept nogil
    cdef void _begin(self, Position position, short[::1] states, Py_ssize_t at) noexcept nogil
    cdef void _follow(
        self,
        unsigned long long own,
        unsigned long long opp,
        int turn,
        Position position,
        short[::1] states,
        Py_ssize_t at,
        Py_ssize_t to,
    ) noexcept nogil
    cdef int _estimate_by(
        self, Position position, short[::1] states, Py_ssize_t at
    ) noexcept nogil
    cdef int _trust_low(self, Position position, int depth) noexcept nogil
    cdef int _trust_high(self, Position position, int depth) noexcept nogil
    cdef int _probcut_depth(self, int depth) noexcept nogil
    cdef int _probcut_margin(self, Position position, int depth) noexcept nogil


cdef class Position:
    cdef public unsigned long long own, opp
    cdef public int lead, turn
    cdef public long long ending_nodes
    cdef public Evaluation evaluation
    cdef public bint narrow

    cdef unsigned long long _legal(self) noexcept nogil
    cdef bint _play(self, int move) noexcept nogil
    cdef int _final(self) noexcept nogil
    cdef int _evaluate(self) noexcept nogil
    cdef int _published(self) noexcept nogil
    cdef int _playing_value(self) noexcept nogil
    cdef int _published_value(self) noexcept nogil
    cdef int _priority(self, int move) noexcept nogil
    cdef int _glance(self, int move) noexcept nogil
    cdef bint _ordered_by_estimates(self) noexcept nogil
    cdef int _freedom(self) noexcept nogil
    cdef bint _trifling(self) noexcept nogil
    cdef (int, int) _bounds(self) noexcept nogil
    cdef int _decided(self, int alpha, int beta, int depth) noexcept nogil
    cdef int _proven(self, int goal) noexcept nogil
    cdef int _size(self) noexcept nogil
