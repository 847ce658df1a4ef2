cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static void prefetch_intrinsic(const void *place) { _mm_prefetch((const char *)place, 1); }
    static int popcount_intrinsic(unsigned long long word) { return (int)__popcnt64(word); }
    static int lowest_intrinsic(unsigned long long word) {
        unsigned long index;
        _BitScanForward64(&index, word);
        return (int)index;
    }
    static int highest_intrinsic(unsigned long long word) {
        unsigned long index;
        _BitScanReverse64(&index, word);
        return (int)index;
    }
    #else
    static void prefetch_intrinsic(const void *place) { __builtin_prefetch(place); }
    static int popcount_intrinsic(unsigned long long word) { return __builtin_popcountll(word); }
    static int lowest_intrinsic(unsigned long long word) { return __builtin_ctzll(word); }
    static int highest_intrinsic(unsigned long long word) { return 63 - __builtin_clzll(word); }
    #endif
    """
    int popcount_intrinsic(unsigned long long word) noexcept nogil
    int lowest_intrinsic(unsigned long long word) noexcept nogil
    int highest_intrinsic(unsigned long long word) noexcept nogil
    void prefetch_intrinsic(const void *place) noexcept nogil


cdef inline int popcount(unsigned long long word) noexcept nogil:
    return popcount_intrinsic(word)


cdef inline int lowest(unsigned long long word) noexcept nogil:
    return lowest_intrinsic(word)


cdef inline int highest(unsigned long long word) noexcept nogil:
    return highest_intrinsic(word)


cdef inline void prefetch(const void *place) noexcept nogil:
    prefetch_intrinsic(place)
