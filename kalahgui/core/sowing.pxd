cdef class Sowing:
    cdef public unsigned long long[::1] own, opp
    cdef public int[::1] banked, last
    cdef public int stride
