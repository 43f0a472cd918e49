extension Exhibit {
  /// The variations of the object cell that the guideline names.
  static let variations = [
    Exhibit(
      name: "Navigation", rule: "Only a title that leads to a page. iOS draws a chevron (S0, S1, S2).",
      cells: [#"{"id":"1","title":"Work orders","accessory":"disclosure"}"#]),
    Exhibit(
      name: "Preview",
      rule:
        "A summary of an object that leads to its page. The description has a column if there is room, else it is "
        + "below or hidden (S0–S4).",
      cells: [
        #"""
        {"id":"1","title":"Pump station 7 — vibration alarm","subtitle":"WO-11482 · Preventive maintenance",
        "footnote":"Plant 1010, Hall 3","description":"Bearing temperature rose to 78 °C within two hours after start-up; check
         lubrication and alignment before the next shift.","image":"PS","unread":true,"icons":[{"name":"attachment"}],
        "status":[{"text":"High","icon":{"name":"priority"},"state":"negative"},"Open"],"accessory":"disclosure"}
        """#
      ], environment: ["split": "0.4"]),
    Exhibit(
      name: "Quick view", rule: "An information mark opens a modal (S2, S4).",
      cells: [
        #"{"id":"1","title":"Filter cartridge F-20","subtitle":"2 in stock","image":"FC","accessory":"detail"}"#
      ]),
    Exhibit(
      name: "Control: checkbox",
      rule: "Many can be selected. Edit mode shows the control and hides marks of navigation (S0, S4).",
      cells: [
        #"{"id":"1","title":"Replace the seal","selected":true,"accessory":"disclosure"}"#,
        #"{"id":"2","title":"Grease the bearing","accessory":"disclosure"}"#,
      ], environment: ["mode": "\"edit\""], isSelectable: true),
    Exhibit(
      name: "Control: radio button, list picker", rule: "One of the list is selected (S0, S2).",
      cells: [
        #"{"id":"1","title":"Standard delivery","selected":true}"#, #"{"id":"2","title":"Express delivery"}"#,
      ], environment: ["mode": "\"edit\""], isSelectable: true, isSingle: true),
    Exhibit(
      name: "Single action", rule: "A download: not started, running, done (S0, S1, S2, S4).",
      cells: [
        #"{"id":"1","title":"Safety manual","subtitle":"12 MB","actions":[{"id":"get","kind":"download"}]}"#,
        #"{"id":"2","title":"Parts list","subtitle":"3 MB","actions":[{"id":"get","kind":"download","progress":0.42}]}"#,
        #"{"id":"3","title":"Diagram","subtitle":"1 MB","actions":[{"id":"get","kind":"download","progress":1}]}"#,
      ]),
    Exhibit(
      name: "Single action as toggle", rule: "Follow and unfollow (S1, S4).",
      cells: [
        #"{"id":"1","title":"Ada Lovelace","actions":[{"id":"f","kind":"toggle","title":"Follow","titleOn":"Unfollow"}]}"#,
        #"{"id":"2","title":"Grace Hopper","actions":[{"id":"f","kind":"toggle","title":"Follow","titleOn":"Unfollow","on":true}]}"#,
      ]),
    Exhibit(
      name: "Several actions",
      rule: "Inline with an overflow menu on Android, one accessory on iOS (S0, S1, S2).",
      cells: [
        #"""
        {"id":"1","title":"Leave request","subtitle":"12 to 16 May","actions":[{"id":"a","title":"Approve"},
        {"id":"r","title":"Reject"},{"id":"p","title":"Postpone"},{"id":"q","title":"Ask"}]}
        """#
      ]),
    Exhibit(
      name: "One, two and three lines",
      rule: "Only the title is required. iOS has a fourth row (S0, S1, S2).",
      cells: [
        #"{"id":"1","title":"Title"}"#, #"{"id":"2","title":"Title","subtitle":"Subtitle"}"#,
        #"{"id":"3","title":"Title","subtitle":"Subtitle","footnote":"Footnote"}"#,
        #"{"id":"4","title":"Title","subtitle":"Subtitle","footnote":"Footnote","caption":"Caption"}"#,
      ]),
    Exhibit(
      name: "Centred", rule: "Lower elements are centred next to higher ones (S2).",
      cells: [
        #"{"id":"1","title":"Title","image":"ON","icons":[{"name":"flag"},{"name":"lock"},{"name":"mail"}],"status":["A","B"]}"#
      ], environment: ["verticalAlignment": "\"center\""]),
    Exhibit(
      name: "Top-aligned", rule: "Lower elements start at the top (S2).",
      cells: [
        #"{"id":"1","title":"Title","image":"ON","icons":[{"name":"flag"},{"name":"lock"},{"name":"mail"}],"status":["A","B"]}"#
      ], environment: ["verticalAlignment": "\"top\""]),
    Exhibit(
      name: "Icon stack",
      rule:
        "Two icons in Compose, three elsewhere. On Android a number is on top. Unread is an icon of the stack, except "
        + "in Compose (S0, S1, S2, S4).",
      cells: [
        #"""
        {"id":"1","title":"Title","subtitle":"Subtitle","footnote":"Footnote","number":7,"unread":true,
        "icons":[{"name":"attachment"},{"name":"lock"},{"name":"flag"}]}
        """#
      ]),
    Exhibit(
      name: "Tags, rating, avatars, status info label",
      rule:
        "In the main content, if the profile has them. +N appears only if some are hidden (S1, S2).",
      cells: [
        #"""
        {"id":"1","title":"Espresso machine","subtitle":"Kitchen","rating":{"value":3.5,"count":12},
        "avatars":["AB","CD","EF"],"info":{"text":"In stock","state":"positive","icon":{"name":"success"}},
        "tags":["appliance","new","sale","kitchen","stainless steel","limited"]}
        """#
      ]),
    Exhibit(
      name: "Statuses next to each other", rule: "If the system allows both (S2).",
      cells: [
        #"{"id":"1","title":"Title","subtitle":"Subtitle","status":[{"text":"High","state":"negative"},"Open"]}"#
      ],
      environment: ["statusAxis": "\"horizontal\""]),
    Exhibit(
      name: "Right to left", rule: "Leading and trailing sides are mirrored.",
      cells: [
        #"""
        {"id":"1","title":"محطة الضخ 7","subtitle":"صيانة وقائية","image":"PS","unread":true,
        "status":[{"text":"عاجل","state":"negative"}],"accessory":"disclosure"}
        """#
      ], environment: ["direction": "\"rtl\""]),
  ]
}
