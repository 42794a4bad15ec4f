// SPDX-License-Identifier: MIT
// The end of a template that began with hops_template.h.
#undef CELLS
#undef NAME_
#undef NAME
#undef AT
#undef ON_BOARD
#undef EACH_CELL
#undef EACH_CELL_BACK
#undef MIDDLE
#undef END
#undef EACH_HOP
#undef SIZE
