# SPDX-License-Identifier: MIT
"""rank_cost.py FILE PROGRAM…: runs one rank under mpirun; FILE.RANK gets its peak of memory and the
bytes that it wrote to files."""
import os
import resource
import subprocess
import sys

code = subprocess.call(sys.argv[2:])
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
with open("/proc/self/io", encoding="ascii") as lines:
    written = next(int(line.split()[1]) for line in lines if line.startswith("wchar"))
with open(f"{sys.argv[1]}.{os.environ['OMPI_COMM_WORLD_RANK']}", "w", encoding="ascii") as cost:
    print(peak, written, file=cost)
sys.exit(code)
