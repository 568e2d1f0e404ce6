#!/usr/bin/env python3
"""Writes kubernetes-schema.json: the parts of Kubernetes' schemas that the manifests use.

    excerpt_schema.py FOLDER > kubernetes-schema.json

FOLDER has the JSON Schemas of a version of Kubernetes, one file a kind, as the package kubernetes-validate (PyPI) has
them in kubernetes-json-schema/vX.Y.Z-local. They are generated from api/openapi-spec/swagger.json of
https://github.com/kubernetes/kubernetes, which is under the Apache License 2.0. Descriptions are left out, and so are
properties that no manifest has. All objects refuse other properties, as the API server does with strict validation.
"""

import json
import sys
from pathlib import Path

import yaml

MANIFESTS = Path(__file__).resolve().parents[2] / "Sources" / "Deployment" / "Kubernetes"
ROOTS = {"job.yaml": "io.k8s.api.batch.v1.Job", "storage.yaml": "io.k8s.api.core.v1.PersistentVolumeClaim"}


def main() -> None:
    source = json.loads((Path(sys.argv[1]) / "_definitions.json").read_text())["$defs"]
    kept: dict[str, dict] = {}

    def resolve(schema: dict) -> tuple[str, dict] | None:
        reference = schema.get("$ref", "")
        if not reference and "allOf" in schema:
            reference = schema["allOf"][0].get("$ref", "")
        name = reference.rpartition("/")[2]
        return (name, source[name]) if name else None

    def take(schema: dict, value: object) -> dict:
        """The schema without what the value doesn't use."""
        if found := resolve(schema):
            name, definition = found
            merged = take(definition, value)
            before = kept.get(name, {})
            merged["properties"] = {**before.get("properties", {}), **merged.get("properties", {})}
            kept[name] = {key: part for key, part in merged.items() if key != "properties" or part}
            return {"$ref": f"#/$defs/{name}"}
        result = {
            key: part for key, part in schema.items() if key in ("type", "enum", "required", "format", "oneOf", "const")
        }
        if isinstance(value, dict) and "properties" in schema:
            missing = set(value) - set(schema["properties"])
            assert not missing, f"Kubernetes has no {missing}"
            result["properties"] = {key: take(schema["properties"][key], part) for key, part in value.items()}
            result["additionalProperties"] = False
        elif isinstance(value, dict) and "additionalProperties" in schema:
            parts = [take(schema["additionalProperties"], part) for part in value.values()]
            result["additionalProperties"] = parts[0]
        elif isinstance(value, list) and "items" in schema:
            parts = [take(schema["items"], part) for part in value]
            merged: dict = {}
            for part in parts:
                properties = {**merged.get("properties", {}), **part.get("properties", {})}
                merged = {**part, **({"properties": properties} if properties else {})}
            result["items"] = merged
        return result

    for name, root in ROOTS.items():
        take({"$ref": f"/{root}"}, yaml.safe_load((MANIFESTS / name).read_text()))
    note = "An excerpt of the schemas of Kubernetes {}, Apache License 2.0; written by excerpt_schema.py"
    version = Path(sys.argv[1]).name.removesuffix("-local")
    print(json.dumps({"$comment": note.format(version), "$defs": kept}, indent=1, sort_keys=True))


main()
