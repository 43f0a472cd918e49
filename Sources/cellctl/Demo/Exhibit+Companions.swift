extension Exhibit {
  /// The companions of the object cell in the guideline.
  static let companions = [
    Exhibit(
      name: "Contact cell", rule: "A person, and up to four ways to contact them (S0, S1).",
      cells: [
        #"""
        {"id":"1","kind":"contact","title":"Natalia Sokolova","subtitle":"Service technician, Hamburg",
        "description":"Speaks German, Russian and English.","image":{"initials":"NS","person":true},"actions":[
        {"id":"call","icon":{"name":"call"}},{"id":"mail","icon":{"name":"mail"}},
        {"id":"video","icon":{"name":"video"}},{"id":"message","icon":{"name":"message"}}]}
        """#
      ]),
    Exhibit(
      name: "Key value cell", rule: "A key above its value, or next to it (named by S2 and S4).",
      cells: [#"{"id":"1","kind":"keyValue","title":"Equipment","subtitle":"Pump station 7"}"#]),
    Exhibit(
      name: "Grid cell", rule: "A table row when wide, an object cell when compact (named by S1).",
      cells: [
        #"""
        {"id":"1","kind":"grid","title":"Pump station 7","subtitle":"WO-11482","status":"Open","columns":[
        {"text":"WO-11482","width":96},{"text":"Pump station 7","width":"rest"},{"text":"Plant 1010","width":0.2}]}
        """#,
        #"""
        {"id":"2","kind":"grid","title":"Lift B","subtitle":"WO-11490","status":"High","columns":[
        {"text":"WO-11490","width":96},{"text":"Lift B","width":"rest"},{"text":"Plant 1020","width":0.2}]}
        """#,
      ]),
  ]

  /// The rows of a list that are not objects.
  static let listParts = [
    Exhibit(
      name: "Sections", rule: "A header with the number of its objects (Fiori for iOS, Material).",
      cells: [
        #"{"id":"s1","kind":"section","title":"Overdue","count":1}"#,
        #"{"id":"1","title":"Pump station 7","subtitle":"WO-11482","status":{"text":"High","state":"negative"}}"#,
        #"{"id":"s2","kind":"section","title":"This week","count":2}"#,
        #"{"id":"2","title":"Lift B","subtitle":"WO-11490","status":"Open"}"#,
        #"{"id":"3","title":"Crane 3","subtitle":"WO-11491","status":"Open"}"#,
      ]),
    Exhibit(
      name: "Empty state", rule: "Why a list has no objects, and what to do (Fiori for iOS).",
      cells: [
        #"""
        {"id":"1","kind":"empty","icons":"search","title":"No work orders found",
        "description":"No work order fits the filter. Remove a part of it to see more.",
        "actions":[{"id":"reset","title":"Reset filter"}]}
        """#
      ]),
    Exhibit(
      name: "Skeleton", rule: "Placeholders while objects are loaded.",
      cells: [#"{"id":"1","kind":"skeleton"}"#, #"{"id":"2","kind":"skeleton"}"#]),
  ]

  /// The arrangements of the object header.
  static let headers = [
    Exhibit(
      name: "Object header: title and subtitle", rule: "Alone, they use the whole width (S3).",
      cells: [header()], isHeader: true),
    Exhibit(
      name: "Object header: additional information",
      rule: "Without chart and description it is at the trailing side (S3).",
      cells: [header(information)], isHeader: true),
    Exhibit(
      name: "Object header: description", rule: "The additional information is below the subtitle (S3).",
      cells: [header(information, description)], isHeader: true),
    Exhibit(
      name: "Object header: chart", rule: "In compact, chart and description each have a page (S3).",
      cells: [header(information + "," + chart, description)], isHeader: true),
    Exhibit(
      name: "Object header: chart and description",
      rule: "Both, if there is no additional information (S3).",
      cells: [header(chart, description)], isHeader: true),
    Exhibit(
      name: "Object header: key figure", rule: "A chart has a key figure, a trend and a series (S3).",
      cells: [header(figures)], isHeader: true),
  ]

  private static let information =
    #""tags":["pump","vibration"],"footnotes":["Plant 1010, Hall 3","Due 12 May"]"#
  private static let chart =
    #""chart":{"title":"Temperature","subtitle":"Last 24 hours","trend":"+12 °C","values":[61,61,62,60,63,66,70,73,78]}"#
  private static let figures = #"""
    "chart":{"title":"Load","subtitle":"Today","kpi":"92 %","type":"area","trend":{"icon":"trend-up",
    "text":"+7 %","state":"critical"},"values":[62,64,61,70,78,74,85,92],"minimum":"61 %","maximum":"92 %"}
    """#
  private static let description =
    #","description":"Bearing temperature rose to 78 °C within two hours after start-up.""#

  private static func header(_ own: String = "", _ more: String = "") -> String {
    #"""
    {"id":"1","title":"Pump station 7 — vibration alarm","subtitle":"WO-11482","image":"PS",
    "status":[{"text":"High","state":"negative"},"Open"],"header":{\#(own)}\#(more)}
    """#
  }
}
