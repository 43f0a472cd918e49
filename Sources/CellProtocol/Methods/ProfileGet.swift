/// The method `profile.get`.
public enum ProfileGetMethod: Method {
  public static let name = "profile.get"

  public static let description = MethodDescription(
    "Returns the numbers and design tokens of a style profile.",
    params: [
      .required("profile", .choice(EnvironmentCodec.profileNames), "the style profile")
    ],
    result: .open([
      .required("profile", .text, "its name"),
      .required("page", .text, "the page of the guideline"),
      .required("font", .text, "the font family of texts in points"),
      .required(
        "numbers",
        .array(
          .open([
            .required("name", .text, "the name"), .required("value", .number(0...1_000_000), "the value"),
            .required("unit", .text, "dp, lines, count, share or scale"),
            .required("source", .text, "the document that has the number"),
          ])), "the numbers that layout uses"),
      .required(
        "colors",
        .array(
          .open([
            .required("name", .text, "the name of SAP's theming parameter, and of the CSS variable"),
            .required("role", .text, "the meaning of the colour in celld"),
            .required("use", .text, "the elements that have the colour"),
            .required("values", .open([]), "the colour in each theme, as #rrggbb"),
            .required("source", .text, "the document that has the colour"),
            .init("differs", .open([]), "why the value in a theme is not the one of the source"),
            .init("systemName", .text, "the name of the colour in the system of the profile"),
            .init("systemSource", .text, "the document that has that name"),
          ])), "the colours of pictures"),
      .required(
        "textStyles",
        .array(
          .open([
            .required("name", .text, "the name in the system of the profile"),
            .required("role", .text, "the texts that have the style"),
            .required("size", .number(0...1_000_000), "the font size in points"),
            .required("lineHeight", .number(0...1_000_000), "the height of a line in points"),
            .required("weight", .count, "the weight, as in CSS"),
            .required("source", .text, "the document that has the style"),
          ])), "the styles of texts in points"),
      .required("stylesheet", .text, "the style sheet of SVG pictures"),
    ]),
    example: #"{"profile":"compose"}"#,
    gives: #"{"profile":"compose","page":"S1 FioriObjectCell, Jetpack Compose","font":"Roboto","numbers":"#
      + #"[{"name":"image.standard","value":40,"unit":"dp","source":"S1 FioriObjectCell, Jetpack Compose"}],"#
      + #""colors":[],"textStyles":[],"stylesheet":""}"#)
}
