cdef unsigned long long legal_moves(
    unsigned long long own, unsigned long long opp, unsigned long long squares
) noexcept nogil
cdef unsigned long long flips(
    unsigned long long own, unsigned long long opp, int move
) noexcept nogil
cdef unsigned long long next_to(unsigned long long word) noexcept nogil
cdef unsigned long long stable_discs(
    unsigned long long own, unsigned long long opp, unsigned long long squares
) noexcept nogil
cdef unsigned long long odd_quadrants(unsigned long long empty) noexcept nogil
cdef int final_margin(int own, int opp, int empty, bint empties_winner) noexcept nogil


cdef class Ending:
    cdef public long long nodes
    cdef public bint empties_winner
    cdef unsigned long long _squares, _corners
    cdef int _size
    cdef unsigned long long[::1] _memory, _flipped, _open
    cdef int[::1] _ranks

    cdef unsigned long long _stable(
        self, unsigned long long discs, unsigned long long empty
    ) noexcept nogil
    cdef int _margin(self, unsigned long long own, unsigned long long opp) noexcept nogil
    cdef Py_ssize_t _slot(self, unsigned long long own, unsigned long long opp) noexcept nogil
    cdef int _solve(
        self,
        unsigned long long own,
        unsigned long long opp,
        unsigned long long empty,
        int alpha,
        int beta,
    ) noexcept nogil
    cdef int _one(self, unsigned long long own, unsigned long long opp, int square) noexcept nogil
    cdef int _two(
        self, unsigned long long own, unsigned long long opp, int a, int b, int alpha, int beta
    ) noexcept nogil
    cdef int _three(
        self, unsigned long long own, unsigned long long opp,
        int a, int b, int c, int alpha, int beta, bint passed,
    ) noexcept nogil
    cdef int _then_one(
        self, unsigned long long own, unsigned long long opp, int move, int a
    ) noexcept nogil
    cdef int _then_two(
        self, unsigned long long own, unsigned long long opp,
        int move, int a, int b, int alpha, int beta,
    ) noexcept nogil
    cdef int _by_parity(
        self, unsigned long long own, unsigned long long opp, unsigned long long empty,
        int alpha, int beta, bint passed,
    ) noexcept nogil
    cdef int _by_replies(
        self, unsigned long long own, unsigned long long opp, unsigned long long empty,
        int alpha, int beta, bint passed,
    ) noexcept nogil
