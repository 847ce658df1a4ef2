from kalahgui.core.position cimport Evaluation


cdef class Measures(Evaluation):
    cdef readonly int own_factor, opp_factor, mobility_factor, stable_factor, judge
    cdef readonly bint subtracts

    cdef int _worth(
        self, unsigned long long own, unsigned long long opp, bint subtracts
    ) noexcept nogil
