# SPDX-License-Identifier: MIT
"""libsternhalma through ctypes: structures, prototypes, and errors as exceptions.

The library is looked for at $STERNHALMA_LIBRARY, then inside the package (a wheel brings it), then
where the system's loader finds it.
"""

from __future__ import annotations

import ctypes
import os
from typing import Any

SONAME = "libsternhalma.so.0"
MAX_PLAYERS = 6
MAX_MOVES = 4936
MAX_PLIES = 1024
MAX_TEXT = 1024


class SternhalmaError(Exception):
    """The library refused: the message says what was wrong and what would be right."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class Error(ctypes.Structure):
    _fields_ = [("status", ctypes.c_int), ("text", ctypes.c_char * 512)]


class Set(ctypes.Structure):
    _fields_ = [("w", ctypes.c_uint64 * 4)]


class RawPosition(ctypes.Structure):
    _fields_ = [("army", Set * MAX_PLAYERS), ("turn", ctypes.c_uint8)]


class RawResult(ctypes.Structure):
    _fields_ = [("ending", ctypes.c_int), ("winner", ctypes.c_int)]


class RawMove(ctypes.Structure):
    _fields_ = [("start", ctypes.c_uint8), ("end", ctypes.c_uint8)]


class RawValue(ctypes.Structure):
    _fields_ = [("outcome", ctypes.c_int), ("distance", ctypes.c_int)]


class RawControl(ctypes.Structure):
    _fields_ = [
        ("solo_win", ctypes.c_uint8),
        ("solo_loss", ctypes.c_uint8),
        ("enable_next", ctypes.c_uint8),
        ("enable_previous", ctypes.c_uint8),
    ]


class RawPath(ctypes.Structure):
    _fields_ = [("length", ctypes.c_int), ("cell", ctypes.c_uint8 * 256)]


class RawPositions(ctypes.Structure):
    _fields_ = [
        ("count", ctypes.c_size_t),
        ("armies", ctypes.c_void_p),
        ("turns", ctypes.c_void_p),
    ]


class EnvironmentOptions(ctypes.Structure):
    _fields_ = [
        ("games", ctypes.c_size_t),
        ("max_plies", ctypes.c_int),
        ("opening_plies", ctypes.c_int),
        ("threads", ctypes.c_int),
        ("restart", ctypes.c_bool),
        ("seed", ctypes.c_uint64),
    ]


class EnvironmentView(ctypes.Structure):
    _fields_ = [
        ("games", ctypes.c_size_t),
        ("players", ctypes.c_int),
        ("words", ctypes.c_int),
        ("cells", ctypes.c_int),
        ("actions", ctypes.c_int),
        ("room", ctypes.c_int),
        ("rows", ctypes.c_int),
        ("columns", ctypes.c_int),
        ("planes", ctypes.c_int),
        ("armies", ctypes.c_void_p),
        ("turns", ctypes.c_void_p),
        ("plane", ctypes.c_void_p),
        ("mask", ctypes.c_void_p),
        ("legal", ctypes.c_void_p),
        ("counts", ctypes.c_void_p),
        ("rewards", ctypes.c_void_p),
        ("ended", ctypes.c_void_p),
        ("cut", ctypes.c_void_p),
        ("winners", ctypes.c_void_p),
        ("lengths", ctypes.c_void_p),
    ]


class RawProbedMove(ctypes.Structure):
    _fields_ = [("move", RawMove), ("value", RawValue)]


class TableInfo(ctypes.Structure):
    _fields_ = [
        ("game", ctypes.c_char * 32),
        ("profile", ctypes.c_int),
        ("metric", ctypes.c_int),
        ("version", ctypes.c_uint32),
        ("rows", ctypes.c_uint64),
        ("columns", ctypes.c_uint64),
        ("wins", ctypes.c_uint64),
        ("losses", ctypes.c_uint64),
        ("draws", ctypes.c_uint64),
        ("illegal", ctypes.c_uint64),
        ("longest", ctypes.c_uint32),
        ("only_wins", ctypes.c_bool),
        ("blocks", ctypes.c_uint64),
        ("block_states", ctypes.c_uint32),
        ("file_bytes", ctypes.c_uint64),
        ("part_bytes", ctypes.c_uint64),
        ("files", ctypes.c_uint32),
        ("created", ctypes.c_uint64),
        ("creator", ctypes.c_char * 64),
        ("checksum", ctypes.c_uint64),
    ]


_POINTER = ctypes.c_void_p
_OUT = ctypes.POINTER(_POINTER)
_POSITION = ctypes.POINTER(RawPosition)
_ERROR = ctypes.POINTER(Error)
_INT = ctypes.POINTER(ctypes.c_int)
_MANY = ctypes.POINTER(RawPositions)

# name: (result, arguments). Functions that end in an error return a status.
_PROTOTYPES = {
    "sh_version": (ctypes.c_char_p, []),
    "sh_game_board": (_POINTER, [_POINTER]),
    "sh_game_players": (ctypes.c_int, [_POINTER]),
    "sh_game_pieces": (ctypes.c_int, [_POINTER]),
    "sh_game_goal": (ctypes.POINTER(Set), [_POINTER, ctypes.c_int]),
    "sh_board_cell": (ctypes.c_int, [_POINTER, ctypes.c_int, ctypes.c_int]),
    "sh_board_drawing": (None, [_POINTER, ctypes.c_int, _INT, _INT]),
    "sh_cell_print": (None, [_POINTER, ctypes.c_int, ctypes.c_char_p]),
    "sh_game_letter": (ctypes.c_char, [_POINTER, ctypes.c_int]),
    "sh_army_distance": (ctypes.c_int, [_POINTER, ctypes.c_int, ctypes.POINTER(Set)]),
    "sh_game_size": (ctypes.c_size_t, []),
    "sh_game_name": (ctypes.c_char_p, [_POINTER]),
    "sh_game_parse": (ctypes.c_int, [_POINTER, ctypes.c_char_p, ctypes.c_int, _ERROR]),
    "sh_position_start": (None, [_POINTER, _POSITION]),
    "sh_position_parse": (ctypes.c_int, [_POINTER, ctypes.c_char_p, _POSITION, _ERROR]),
    "sh_position_check_legal": (ctypes.c_int, [_POINTER, _POSITION, _ERROR]),
    "sh_position_print": (None, [_POINTER, _POSITION, ctypes.c_char_p]),
    "sh_position_verdict": (ctypes.c_int, [_POINTER, _POSITION, _INT]),
    "sh_moves_list": (ctypes.c_int, [_POINTER, _POSITION, ctypes.POINTER(RawMove)]),
    "sh_move_check": (ctypes.c_int, [_POINTER, _POSITION, RawMove, _ERROR]),
    "sh_move_path": (None, [_POINTER, _POSITION, RawMove, ctypes.POINTER(RawPath)]),
    "sh_moves_list_plain": (ctypes.c_int, [_POINTER, _POSITION, ctypes.POINTER(RawMove)]),
    "sh_move_apply": (None, [_POINTER, _POSITION, RawMove]),
    "sh_move_print": (None, [_POINTER, RawMove, ctypes.c_char_p]),
    "sh_move_parse": (
        ctypes.c_int,
        [_POINTER, _POSITION, ctypes.c_char_p, ctypes.POINTER(RawMove), _ERROR],
    ),
    "sh_record_open": (ctypes.c_int, [_OUT, _POINTER, _POSITION, _ERROR]),
    "sh_record_close": (None, [_POINTER]),
    "sh_record_play": (ctypes.c_int, [_POINTER, RawMove, _ERROR]),
    "sh_record_result": (RawResult, [_POINTER]),
    "sh_ending_name": (ctypes.c_char_p, [ctypes.c_int]),
    "sh_table_open": (ctypes.c_int, [_OUT, ctypes.c_char_p, ctypes.c_size_t, _ERROR]),
    "sh_table_close": (None, [_POINTER]),
    "sh_table_about": (ctypes.POINTER(TableInfo), [_POINTER]),
    "sh_table_check": (ctypes.c_int, [_POINTER, _ERROR]),
    "sh_probe": (ctypes.c_int, [_POINTER, _POSITION, ctypes.POINTER(RawValue), _ERROR]),
    "sh_probe_ranks": (
        ctypes.c_int,
        [_POINTER, _POINTER, ctypes.c_size_t, _POINTER, _ERROR],
    ),
    "sh_probe_control": (
        ctypes.c_int,
        [_POINTER, _POSITION, ctypes.POINTER(RawControl), _ERROR],
    ),
    "sh_positions_words": (ctypes.c_int, [_POINTER]),
    "sh_positions_rank": (ctypes.c_int, [_POINTER, _MANY, ctypes.c_int, _POINTER, _ERROR]),
    "sh_positions_unrank": (ctypes.c_int, [_POINTER, _POINTER, ctypes.c_int, _MANY, _ERROR]),
    "sh_positions_probe": (ctypes.c_int, [_POINTER, _MANY, ctypes.c_int, _POINTER, _ERROR]),
    "sh_positions_control": (ctypes.c_int, [_POINTER, _MANY, ctypes.c_int, _POINTER, _ERROR]),
    "sh_table_histogram": (ctypes.c_int, [_POINTER, ctypes.c_int, _POINTER, _ERROR]),
    "sh_environment_open": (
        ctypes.c_int,
        [_OUT, _POINTER, _POSITION, ctypes.POINTER(EnvironmentOptions), _ERROR],
    ),
    "sh_environment_close": (None, [_POINTER]),
    "sh_environment_look": (ctypes.POINTER(EnvironmentView), [_POINTER]),
    "sh_environment_reset": (None, [_POINTER, ctypes.c_uint64]),
    "sh_environment_step": (ctypes.c_int, [_POINTER, _POINTER, _ERROR]),
    "sh_environment_sample": (None, [_POINTER, _POINTER]),
    "sh_action_move": (
        ctypes.c_int,
        [_POINTER, ctypes.c_int, ctypes.POINTER(RawMove), _ERROR],
    ),
    "sh_move_action": (ctypes.c_int, [_POINTER, RawMove, _INT, _ERROR]),
    "sh_probe_moves": (
        ctypes.c_int,
        [_POINTER, _POSITION, ctypes.POINTER(RawProbedMove), _INT, _ERROR],
    ),
    "sh_probe_line": (
        ctypes.c_int,
        [_POINTER, _POSITION, ctypes.POINTER(RawMove), ctypes.c_int, _INT, _ERROR],
    ),
}


def _names() -> list[str]:
    """Where the library may be, the first that exists counts."""
    given = os.environ.get("STERNHALMA_LIBRARY")
    if given:
        return [given]
    beside = os.path.join(os.path.dirname(__file__), SONAME)
    return [beside, SONAME] if os.path.exists(beside) else [SONAME]


def _load() -> ctypes.CDLL:
    failures = []
    for name in _names():
        try:
            loaded = ctypes.CDLL(name)
        except OSError as failure:
            failures.append(str(failure))
            continue
        for function, (result, arguments) in _PROTOTYPES.items():
            if not hasattr(loaded, function):
                raise ImportError(f"{name} is a libsternhalma without {function}: it is too old")
            getattr(loaded, function).restype = result
            getattr(loaded, function).argtypes = arguments
        return loaded
    raise ImportError(
        f"libsternhalma was not found ({'; '.join(failures)}); "
        "install it or set STERNHALMA_LIBRARY"
    )


library = _load()


def call(function: str, *arguments: Any) -> None:
    """Calls a function that returns a status and raises SternhalmaError where it is not fine."""
    error = Error()
    status = getattr(library, function)(*arguments, ctypes.byref(error))
    if status != 0:
        raise SternhalmaError(status, error.text.decode("utf-8", "replace"))


def text(value: str) -> bytes:
    """A text for the library, in which it ends at the first NUL."""
    if not isinstance(value, str):
        raise TypeError(f"a text is needed, not {type(value).__name__}")
    if "\0" in value:
        raise ValueError("a text with a NUL")
    return value.encode("utf-8", "surrogateescape")


class Handle:
    """An object of the library, closed when nobody uses it any more: not under a call that runs in another thread."""

    def __init__(self, raw: ctypes.c_void_p, close: str, needs: Any = None) -> None:
        self._as_parameter_ = raw
        self._close = getattr(library, close)
        self._needs = needs  # stays as long as this

    def __del__(self) -> None:
        self._close(self._as_parameter_)
