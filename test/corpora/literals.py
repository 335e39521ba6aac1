"""Prints the arguments of calls in a Python file as JSON, one list for each call whose arguments are all literals.

A call of datetime becomes {"date": "YYYY-MM-DD", "exact": True if it has no time}.
Usage: python literals.py FILE NAME
"""
import ast
import json
import sys


def literal(node):
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "datetime":
        numbers = [ast.literal_eval(one) for one in node.args]
        return {"date": "%04d-%02d-%02d" % tuple(numbers[:3]), "exact": not any(numbers[3:])}
    return ast.literal_eval(node)


path, name = sys.argv[1:]
for node in ast.walk(ast.parse(open(path, encoding="utf-8").read())):
    if isinstance(node, ast.Call) and getattr(node.func, "id", None) == name and not node.keywords:
        try:
            print(json.dumps([literal(one) for one in node.args]))
        except (ValueError, TypeError):
            pass
