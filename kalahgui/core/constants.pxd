cdef extern from *:
    """
    #define KALAHGUI_ONE 1ULL
    #define KALAHGUI_WORD 0xFFFFFFFFFFFFFFFFULL
    """
    const unsigned long long ONE "KALAHGUI_ONE"
    const unsigned long long WORD "KALAHGUI_WORD"


cdef enum:
    HEIGHTS = 256
    NO_MOVE = 64
    UPPER = 1
    LOWER = 2
    EXACT = 3
    UNDECIDED = 32767
    UNKNOWN = -128
    WON = 99
