#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""validate.py SCHEMA: reads lines `SHAPE FILE`. Every line of the file is JSON of that shape of
docs/schema.json: it answers "yes", otherwise a line that says what is wrong."""
import functools
import json
import sys

import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)


@functools.cache
def validator(shape):
    if shape not in schema["$defs"]:
        raise ValueError("the schema has no such shape")
    whole = {**schema, "$ref": f"#/$defs/{shape}"}
    jsonschema.Draft202012Validator.check_schema(whole)
    return jsonschema.Draft202012Validator(whole)


def wrong(shape, name):
    """What is wrong with a file; nothing where it is right."""
    try:
        with open(name, encoding="utf-8") as said:
            lines = [json.loads(line) for line in said if line.strip()]
        errors = [error for line in lines for error in validator(shape).iter_errors(line)]
    except (OSError, ValueError) as error:  # no file, no JSON, no shape
        return [str(error)]
    if not lines:
        return ["nothing was said"]
    return [f"at /{'/'.join(map(str, e.absolute_path))}: {e.message[:200]}" for e in errors]


for question in sys.stdin:
    shape, name = question.rstrip("\n").split(" ", 1)
    print("; ".join(wrong(shape, name)).replace("\n", " ") or "yes", flush=True)
