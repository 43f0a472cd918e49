/// The files of the page, which are in the program.
enum PageFiles {
  private typealias Page = PackageResources

  private static let files: [String: [UInt8]] = [
    "/": Page.page_html, "/page.css": Page.page_css, "/page.js": Page.page_js, "/link.js": Page.link_js,
    "/settings.js": Page.settings_js, "/query.js": Page.query_js, "/list.js": Page.list_js,
    "/rows.js": Page.rows_js, "/hits.js": Page.hits_js, "/count.js": Page.count_js,
    "/viewport.js": Page.viewport_js, "/keyboard.js": Page.keyboard_js, "/actions.js": Page.actions_js,
    "/cursor.js": Page.cursor_js, "/menu.js": Page.menu_js, "/detail.js": Page.detail_js,
    "/selection.js": Page.selection_js, "/theme.js": Page.theme_js, "/sentences.js": Page.sentences_js,
    "/pulse.js": Page.pulse_js, "/links.js": Page.links_js, "/members.js": Page.members_js,
    "/tree.js": Page.tree_js, "/numbers.js": Page.numbers_js,
  ]

  /// The file at a path and its type, or nil.
  static func file(at path: String) -> (bytes: [UInt8], type: String)? {
    guard let bytes = files[path] else { return nil }
    let type = path.hasSuffix(".js") ? "text/javascript" : path.hasSuffix(".css") ? "text/css" : "text/html"
    return (bytes, type + "; charset=utf-8")
  }
}
