-- SPDX-License-Identifier: MIT
-- wrk -t1 -c50 -d30s -s bench/probe.lua http://127.0.0.1:7121/
-- Single probes of 20,000 different positions of 7x7/3, each with the values of all its moves.
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
  return table.concat(rows, "/") .. (math.random(2) == 1 and "%20x" or "%20o")
end

local requests = {}
function init()
  math.randomseed(2)
  for i = 1, 20000 do
    requests[i] = wrk.format("GET", "/api/v1/probe?game=7x7/3&position=" .. position())
  end
end

local next = 0
function request()
  next = next % #requests + 1
  return requests[next]
end
