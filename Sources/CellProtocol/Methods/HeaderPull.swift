/// The method `header.pull`.
public enum HeaderPullMethod: Method {
  public static let name = "header.pull"

  public static let description = MethodDescription(
    "Returns the object header of a cell.",
    params: [
      .session, .owner, .required("id", .name, "the id of the cell"), .view, .environment,
      .init("page", .count, "the index of the page; the default is 0"), .format,
      .init("viewed", .boolean, "true removes the unread mark of the cell; the default is false"),
    ],
    result: .open([
      .required("id", .text, "the id of the cell"), .required("revision", .revision, "the session's"),
      .required("layout", .revision, "the view's"), .required("pages", .count, "the number of pages"),
      .required("page", .count, "the index of this page"),
      .required("height", .number(0...(.infinity)), "in lines or points"),
    ]),
    example: #"{"session":"tasks","id":"2"}"#,
    gives: #"{"id":"2","revision":9,"layout":1,"pages":1,"page":0,"height":1,"lines":["Book the crane"]}"#)
}
