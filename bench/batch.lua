-- SPDX-License-Identifier: MIT
-- wrk -t1 -c2 -d10s -s bench/batch.lua http://127.0.0.1:7121/api/v1/probe
-- Batches of 1,000 random positions of 7x7/3, 20,000 different ones in all.
local function position()
  local cells, taken = {}, {}
  for i = 1, 49 do cells[i] = "." end
  for piece = 1, 6 do
    local at
    repeat at = math.random(49) until not taken[at]
    taken[at] = true
    cells[at] = piece <= 3 and "x" or "o"
  end
  local rows = {}
  for y = 0, 6 do
    local row, gap = {}, 0
    for x = 1, 7 do
      local c = cells[7 * y + x]
      if c == "." then gap = gap + 1 else
        if gap > 0 then row[#row + 1] = gap; gap = 0 end
        row[#row + 1] = c
      end
    end
    if gap > 0 then row[#row + 1] = gap end
    rows[#rows + 1] = table.concat(row)
  end
  return '"' .. table.concat(rows, "/") .. (math.random(2) == 1 and ' x"' or ' o"')
end

local bodies = {}
function init()
  math.randomseed(1)
  for i = 1, 20 do
    local positions = {}
    for j = 1, 1000 do positions[j] = position() end
    bodies[i] = wrk.format("POST", nil, { ["Content-Type"] = "application/json" },
      '{"game":"7x7/3","positions":[' .. table.concat(positions, ",") .. "]}")
  end
end

local next = 0
function request()
  next = next % #bodies + 1
  return bodies[next]
end

function done(summary)
  io.write(string.format("positions a second: %.0f\n", summary.requests * 1000 / summary.duration * 1e6))
end
