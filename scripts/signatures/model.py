"""The methods of celld as its OpenRPC document describes them, with types of no language.

A method belongs to the object that has its first parameter: a session, a watch, or else the client.
"""

import dataclasses
import json
import re
from typing import Union

# Names that are shorter in a client than on the wire. Other methods have their own name: rows.window is rows_window.
SHORT = {
    "rpc.discover": "discover", "cell.layout": "layout", "profile.get": "profile", "session.list": "sessions",
    "session.create": "create", "session.configure": "configure", "session.info": "info", "session.delete": "delete",
    "cells.push": "push", "cells.patch": "patch", "cells.remove": "remove", "cells.move": "move", "cells.replace": "replace",
    "cells.get": "cells", "cells.viewed": "viewed", "view.set": "set_view", "view.list": "views", "view.delete": "delete_view",
    "rows.pull": "rows", "rows.watch": "watch", "rows.window": "window",
    "rows.unwatch": "unwatch", "header.pull": "header",
    "selection.set": "select", "action.invoke": "act",
}
# Methods whose result a client wraps, by the hook that does it: `_rows` of a session for rows.pull. Each client implements the
# hooks. Other results are returned as they come.
HOOKS = {"rows.pull": "rows", "rows.watch": "watch", "rows.window": "window", "cells.replace": "replace"}
# Parameters that a client sets by itself.
OWN = {"cells.replace": {"more"}, "rows.watch": {"since"}}
# Methods with the result {}: a client returns nothing.
EMPTY = {"ping", "session.delete", "view.delete", "rows.unwatch"}
# Results that also have the members of a row. Their schemas admit these without naming them.
ROWS = {"header.pull"}
# Schemas whose names classes of the clients have.
RENAMED = {"Session": "SessionInfo", "View": "ViewInfo", "Error": "ErrorObject"}


@dataclasses.dataclass(frozen=True)
class Choice:
    """One of some texts."""
    values: tuple


@dataclasses.dataclass(frozen=True)
class List:
    item: "Type"


@dataclasses.dataclass(frozen=True)
class Map:
    """An object whose member names are data."""
    value: "Type"


@dataclasses.dataclass(frozen=True)
class Named:
    """An object of this name in `Document.objects`."""
    name: str


@dataclasses.dataclass(frozen=True)
class Either:
    options: tuple


# The simple types are: text, integer, number, boolean, null, any.
Type = Union[str, Choice, List, Map, Named, Either]


@dataclasses.dataclass(frozen=True)
class Member:
    name: str
    type: Type
    is_required: bool
    summary: str


@dataclasses.dataclass(frozen=True)
class Object:
    name: str
    summary: str
    members: tuple


@dataclasses.dataclass(frozen=True)
class Method:
    name: str
    summary: str
    scope: str  # client, session or watch
    parameters: tuple  # without those that its object has; required ones first
    result: Type

    @property
    def short(self):
        return SHORT.get(self.name, self.name.replace(".", "_"))

    @property
    def hook(self):
        """What a client does with the parameters: `call`, or an entry of `HOOKS`."""
        return HOOKS.get(self.name, "call")

    @property
    def keeps_null(self):
        """Whether null differs from a parameter that is left out."""
        return self.name == "view.set"


class Document:
    """The methods and objects of an OpenRPC document."""

    def __init__(self, document):
        self.version = document["info"]["version"]
        self.objects = {}
        self._named = {}  # schemas without a name of their own, and the name that they got
        self._schemas = document["components"]["schemas"]
        self._entered = set()  # components whose types are being made
        for name, schema in self._schemas.items():
            if "properties" in schema:
                self._object(schema, RENAMED.get(name, name), name, "")
        self.methods = [self._method(method) for method in document["methods"]]

    def change_of_watch(self):
        """What a watch can change of its parameters: all of rows.watch but the session."""
        watch = next(method for method in self.methods if method.name == "rows.watch")
        return dataclasses.replace(watch, scope="watch", result="null")

    def _method(self, method):
        names = {parameter["name"] for parameter in method["params"]}
        scope = "session" if "session" in names else "watch" if "subscription" in names else "client"
        bound = {"session": {"session", "owner"}, "watch": {"subscription"}, "client": set()}[scope]
        title = capitalized(method["name"])
        parameters = [
            Member(one["name"], self._type(one["schema"], title, one["name"]), one.get("required", False), one["summary"])
            for one in method["params"] if one["name"] not in bound | OWN.get(method["name"], set())]
        schema = method["result"]["schema"]
        if method["name"] == "cells.replace":  # The result of a staged part is the client's own concern.
            schema = schema["anyOf"][-1]
        result = "null"
        if "properties" in schema:
            if method["name"] in ROWS:
                row = self._schemas["Row"]["properties"]
                schema = {**schema, "properties": {**row, **schema["properties"]}}
            result = self._object(schema, title + "Result", title, f"The result of {method['name']}.")
        elif "$ref" in schema:
            result = self._type(schema, title, "result")
        elif method["name"] not in EMPTY:
            result = Map("any")
        return Method(method["name"], method["summary"], scope,
                      tuple(sorted(parameters, key=lambda one: not one.is_required)), result)

    def _object(self, schema, name, prefix, summary):
        required = set(schema.get("required", ()))
        members = tuple(Member(member, self._type(value, prefix, member), member in required, value.get("description", ""))
                        for member, value in schema["properties"].items())
        self.objects[name] = Object(name, schema.get("description", summary), members)
        return Named(name)

    def _type(self, schema, prefix, member):
        """The type of a schema. If it is an object, its name is made of those of its owner and its member."""
        if "$ref" in schema:
            return self._referred(schema["$ref"].rsplit("/", 1)[1])
        if "enum" in schema:
            return Choice(tuple(schema["enum"]))
        for kind in ("anyOf", "allOf"):
            if kind in schema:
                return either([self._type(one, prefix, member) for one in schema[kind]])
        kind = schema.get("type", "any")
        if isinstance(kind, list):
            return either([simple(one) for one in kind])
        if kind == "array":
            return List(self._type(schema["items"], prefix, re.sub("(ch)es$|s$", r"\1", member)))
        if kind == "object" and "properties" in schema:
            key = json.dumps(schema)
            if key not in self._named:
                name = prefix + capitalized(member)
                if name in self.objects:  # another object for the same member, as in a union
                    name += capitalized(next(iter(schema["properties"])))
                self._named[key] = self._object(schema, name, name, f"The value or an element of {member or prefix}.")
            return self._named[key]
        if kind == "object":
            value = schema.get("additionalProperties")
            return Map(self._type(value, prefix, member) if value else "any")
        return simple(kind)

    def _referred(self, name):
        """The type of a component. Without members it has no name in the clients; inside of itself it is any."""
        if "properties" in self._schemas[name]:
            return Named(RENAMED.get(name, name))
        if name in self._entered:
            return "any"
        self._entered.add(name)
        found = self._type(self._schemas[name], name, "")
        self._entered.remove(name)
        return found


def simple(kind):
    return {"string": "text"}.get(kind, kind)


def either(options):
    """The union of types, flat and without repetitions; `any` swallows the others."""
    flat = []
    for option in options:
        flat += [one for one in (option.options if isinstance(option, Either) else [option]) if one not in flat]
    return "any" if "any" in flat else flat[0] if len(flat) == 1 else Either(tuple(flat))


def capitalized(name):
    """`CellsPush` for `cells.push`."""
    return "".join(part[:1].upper() + part[1:] for part in name.split("."))


def read(line):
    """The document in a reply to rpc.discover."""
    return Document(json.loads(line)["result"])
