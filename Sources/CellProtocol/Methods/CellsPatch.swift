import CellWire

/// The method `cells.patch`.
public enum CellsPatchMethod: Method {
  public static let name = "cells.patch"

  public static let description = MethodDescription(
    "Changes members of cells with JSON Merge Patches (RFC 7396).",
    params: [
      .session, .owner,
      .required(
        "patches",
        .array(
          .object([
            .required("id", .name, "the id of the cell"),
            .required("patch", .reference("CellPatch"), "the changes, without the id"),
          ])), "a patch for each cell"),
      .ifRevision,
    ],
    result: .open([Schema.revised, .required("updated", .count, "changed cells")]),
    example: #"{"session":"tasks","patches":[{"id":"1","patch":{"status":"Done","subtitle":null}}]}"#,
    gives: #"{"revision":4,"updated":1}"#)
}
