-- SPDX-License-Identifier: MIT
-- Random positions of 7x7/3, 20,000 different ones in all, for a server at port 7121:
--   wrk -t1 -c50 -d30s -s bench/probe.lua http://127.0.0.1:7121/             each with its moves
--   wrk -t1 -c2 -d10s -s bench/probe.lua http://127.0.0.1:7121/ -- batch     1,000 at a time
local function position(blank)
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
  return table.concat(rows, "/") .. blank .. (math.random(2) == 1 and "x" or "o")
end

local function single()
  return wrk.format("GET", "/api/v1/probe?game=7x7/3&position=" .. position("%20"))
end

local function batch()
  local positions = {}
  for j = 1, 1000 do positions[j] = '"' .. position(" ") .. '"' end
  return wrk.format("POST", "/api/v1/probe", { ["Content-Type"] = "application/json" },
    '{"game":"7x7/3","positions":[' .. table.concat(positions, ",") .. "]}")
end

local requests, batches = {}, false
function init(args)
  math.randomseed(1)
  batches = args[1] == "batch"
  for i = 1, batches and 20 or 20000 do requests[i] = batches and batch() or single() end
end

local next = 0
function request()
  next = next % #requests + 1
  return requests[next]
end
