import Hummingbird

/// The files of the page, which are in the program.
enum PageFiles {
  private static let files: [String: [UInt8]] = [
    "page.html": PackageResources.page_html,
    "page.css": PackageResources.page_css,
    "page.js": PackageResources.page_js,
    "link.js": PackageResources.link_js,
    "settings.js": PackageResources.settings_js,
    "query.js": PackageResources.query_js,
    "sentences.js": PackageResources.sentences_js,
    "pulse.js": PackageResources.pulse_js,
    "links.js": PackageResources.links_js,
    "members.js": PackageResources.members_js,
    "numbers.js": PackageResources.numbers_js,
    "tree.js": PackageResources.tree_js,
    "list.js": PackageResources.list_js,
    "rows.js": PackageResources.rows_js,
    "hits.js": PackageResources.hits_js,
    "count.js": PackageResources.count_js,
    "viewport.js": PackageResources.viewport_js,
    "keyboard.js": PackageResources.keyboard_js,
    "actions.js": PackageResources.actions_js,
    "cursor.js": PackageResources.cursor_js,
    "menu.js": PackageResources.menu_js,
    "detail.js": PackageResources.detail_js,
    "selection.js": PackageResources.selection_js,
    "theme.js": PackageResources.theme_js,
  ]
  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
  ]

  /// The file at a path of the address, or nil.
  static func response(path: String) -> Response? {
    let name = path == "/" ? "page.html" : String(path.dropFirst())
    guard let bytes = files[name], let ending = name.split(separator: ".").last,
      let type = types[String(ending)]
    else { return nil }
    return Response(
      status: .ok, headers: [.contentType: type],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}
