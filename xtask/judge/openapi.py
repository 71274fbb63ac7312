"""Fetches the OpenAPI document of a server, stores it, and validates it with openapi-spec-validator.

    openapi.py URL TOKEN FILE
"""

import json
import sys
import urllib.request

from openapi_spec_validator import validate

url, token, file = sys.argv[1:]
request = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"})
with urllib.request.urlopen(request, timeout=30) as answer:
    document = json.load(answer)
with open(file, "w", encoding="utf-8") as kept:
    json.dump(document, kept)
validate(document)
operations = [id(it) for item in document["paths"].values() for it in item.values() if isinstance(it, dict)]
print(f"ok      the document is valid: {len(operations)} operations, {len(document['components']['schemas'])} schemas")
