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


cdef class Ending:
    cdef public long long nodes
    cdef public bint empties_winner

    cdef int _solve(
        self,
        unsigned long long own,
        unsigned long long opp,
        unsigned long long empty,
        int alpha,
        int beta,
        bint passed,
    ) noexcept nogil
    cdef int _last(self, unsigned long long own, unsigned long long opp, int move) noexcept nogil
    cdef int _margin(self, int own, int opp, int empty) noexcept nogil
