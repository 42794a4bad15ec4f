#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""validate.py SCHEMA SHAPE: every line of standard input is JSON of a shape of docs/schema.json."""
import json
import sys

import jsonschema

schema_file, shape = sys.argv[1:]
with open(schema_file, encoding="utf-8") as file:
    schema = json.load(file)
assert shape in schema["$defs"], f"the schema has no shape {shape}"
schema["$ref"] = f"#/$defs/{shape}"
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
lines = [line for line in sys.stdin if line.strip()]
wrong = not lines
for line in lines:
    for error in validator.iter_errors(json.loads(line)):
        path = "/".join(str(step) for step in error.absolute_path)
        print(f"{shape}: at /{path}: {error.message[:200]}", file=sys.stderr)
        wrong = True
sys.exit(1 if wrong else 0)
