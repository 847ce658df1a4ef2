from kalahgui.core.position cimport Evaluation, Position
from kalahgui.core.table cimport Table


cdef class StopWord:
    cdef public bint raised


cdef class Searcher:
    cdef public long long nodes, budget
    cdef public StopWord stop
    cdef public Table table
    cdef Position _position
    cdef int[::1] _scores

    cdef int _pick(self, unsigned long long left, int height) noexcept nogil


cdef class Search(Searcher):
    cdef bint _to_end, _selective, _cuts, _thorough
    cdef int _trust_turns
    cdef Evaluation _judge
    cdef int _state_size
    cdef short[::1] _states
    cdef unsigned long long[::1] _path
    cdef unsigned char[::1] _state_known
    cdef int[::1] _estimates, _lead
    cdef unsigned long long[::1] _own, _opp
    cdef unsigned char[::1] _again
    cdef unsigned char[::1] _line
    cdef short[::1] _length

    cdef int _node(self, int depth, int alpha, int beta, int height, int estimate) noexcept nogil
    cdef int _child(
        self, int depth, int alpha, int beta, int height, bint again, int estimate
    ) noexcept nogil
    cdef int _probcut(
        self, int depth, int alpha, int beta, int height, int estimate
    ) noexcept nogil
    cdef bint _is_at(self, int height) noexcept nogil
    cdef void _note_path(self, int height) noexcept nogil
    cdef void _bring_state(self, int height) noexcept nogil
    cdef int _value_here(self, int height) noexcept nogil
    cdef int _value_after(
        self, unsigned long long own, unsigned long long opp, int turn, int height
    ) noexcept nogil
    cdef void _keep(self, int height, int move) noexcept nogil
    cdef void _rank_by_rule(
        self, unsigned long long legal, int height, bint at_a_glance
    ) noexcept nogil
    cdef int _rank(
        self, unsigned long long legal, int height, int beta, bint looks
    ) noexcept nogil
    cdef bint _go(self, int move, int height, bint followed) noexcept nogil
