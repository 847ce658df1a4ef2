from kalahgui.core.reversi cimport ReversiPosition


cdef class MeasuredPosition(ReversiPosition):
    cdef public int own_factor, opp_factor, mobility_factor, stable_factor, judge
    cdef public bint subtracts

    cdef int _worth(
        self, unsigned long long own, unsigned long long opp, bint subtracts
    ) noexcept nogil
