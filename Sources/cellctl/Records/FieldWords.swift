/// The words and shapes that guesses are made of. All words are lower case.
enum FieldWords {
  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  /// Words with a number: each line is a number and the words that have it.
  private static func points(_ text: String) -> [String: Double] {
    var points: [String: Double] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ")
      guard let value = parts.first.flatMap({ Double($0) }) else { continue }
      for word in parts.dropFirst() where points[String(word)] == nil { points[String(word)] = value }
    }
    return points
  }

  // MARK: Names of fields

  /// How likely a field of this name names the thing.
  static let titles = points(
    """
    10 title displayname displaytitle titel titre
    9.5 name headline subject fullname friendlyname alertname betreff nombre nom asunto objet
    8.2 summary
    8.6 message msg movie film recipe drug gene findingtitle issuetext bezeichnung commonname shortdescription
    7.4 test testcase question song track book species course lesson exam hotel restaurant airport meal exercise task todo \
    label login username hostname filename text product package pkg caption heading unit signature topic place person \
    employee student player vm pod pool finding diagnosis longname designation artikel thema datei
    6.4 file filepath module repository repo metric feature sensor database table queue bucket stack service city station \
    device app application program process domain company organization organisation customer path target item model flight \
    airline restaurantname nodeid dst destination field property variable setting symbol team check step room check asset \
    entity issue problem host hostnames container job event node cluster disk filesystem certificate policy function kunde \
    firma payee merchant recipient term word sentence school car vehicle train vorgang parameter option
    5.2 command cmd comm rule image email mail address country branch release stage key description desc descr beschreibung \
    verwendungszweck user content advisory cve endpoint chain channel collection project milestone site error warning \
    exception reason vulnerability purpose memo what operation interface mountpoint partition alias url uri website route
    4 body details comment ref sku slug code tag commit group location region zone street language currency author brand \
    vendor supplier line ip schema namespace index
    2.4 note notes action role category source src owner assignee reporter creator method driver dev manufacturer
    1.6 id type kind version class number no nr iid uid
    0.5 uuid guid arn hash sha
    """)

  /// How likely a field of this name is the condition of the thing.
  static let statuses = points(
    """
    9 status state health phase conclusion result outcome severity verdict powerstate zustand estado etat stato loglevel \
    severitylevel
    8.2 level lvl stat
    7 success ok passed failed healthy ready up online alive statuscode httpstatus operstate compliance criticality
    6.2 condition active valid connected running completed done paid reachable provisioningstate risk availability decision \
    iscompleted isdone reviewdecision judgment erledigt statustext
    5.4 priority stage impact urgency resolution enabled available expired blocked revoked vulnerable exitcode returncode \
    lifecycle error disabled
    4 sub alert action closed open deleted verified progress deprecated archived merged grade evaluation
    2 type kind mode code load locked importance
    """)

  /// Names that are about time.
  static let dates = words(
    """
    date time created updated modified changed timestamp ts at when since until start end started ended finished due \
    published pubdate day month year expires expiry birthday datum zeit fecha heure last first seen closed merged deadline \
    epoch asctime scheduled begin mtime ctime atime valuta buchungstag wertstellung
    """)
  /// The most useful dates, the best first.
  static let bestDates = [
    "time", "timestamp", "date", "updated", "lastupdated", "modified", "due", "started", "created",
  ]

  /// Names that are about quantities.
  static let quantities = words(
    """
    size bytes count total amount price cost value score qty quantity sum balance duration age length width height weight \
    rate percent ratio temperature rss mem memory cpu usage capacity limit used free avail points rating lines additions \
    deletions population area elevation distance speed latency ms seconds mag magnitude saldo betrag menge preis
    """)

  /// Names of quantities of bytes.
  static let bytes = words("size bytes rss filesize diskusage")
  /// The units that the last word of a name means.
  static let units = [
    "ms": "ms", "millis": "ms", "milliseconds": "ms", "seconds": "s", "secs": "s", "sec": "s",
    "minutes": "min",
    "hours": "h", "percent": "%", "pct": "%", "percentage": "%", "mb": "MB", "gb": "GB", "kb": "kB",
    "mib": "MiB",
    "gib": "GiB", "km": "km", "cm": "cm", "mm": "mm", "kg": "kg", "celsius": "°C", "watts": "W", "eur": "EUR",
    "usd": "USD",
  ]

  /// Names of ids of things.
  static let ids = words(
    """
    id uid uuid guid arn hash sha md5 digest checksum etag iid pid oid nodeid cursor ref fingerprint serial key no nr number \
    ids urn purl gid
    """)
  /// Names of values for programs, not for people.
  static let inner = words(
    "apiversion etag cursor kind nodeid sysid uuid uid guid revision resourceversion generatename schema selflink"
  )

  /// Names of texts that must not be shown, as one word.
  static let secrets = words(
    """
    password passwd pwd passphrase secret token authorization cookie credential credentials apikey accesskey privatekey \
    secretkey
    """)

  /// Other spellings of `name` for a person, and parts of a name.
  static let givenNames = ["firstname", "givenname", "first", "given", "vorname"]
  static let familyNames = ["lastname", "familyname", "last", "family", "surname", "nachname"]

  /// Words before `name` or `title` that do not name another thing.
  static let ownPrefixes = words(
    """
    display full friendly pretty short human nice model product common real long issue item record result event alert entry \
    finding vulnerability vuln object row incident ticket article post
    """)

  /// Words that are split off the end of a word: `alertname`, `pubdate`.
  static let endings = [
    "name", "status", "state", "title", "date", "time", "type", "text", "level", "code", "path", "id",
  ]
  /// Words that only look as if they had such an end.
  static let whole = words(
    """
    valid invalid grid paid unpaid android context uuid guid update runtime uptime void filename hostname username ifname \
    realtime estate downtime lifetime avoid rapid solid fluid liquid hybrid asteroid covid nickname surname prototype \
    candidate validate mandate plaintext barcode postcode zipcode opcode subtitle intestate hyperlevel sometime midnight
    """)

  /// Names of lists of what a document is about.
  static let lists = words(
    """
    items item data results result issues entries entry records rows row list values nodes edges hits elements objects \
    documents features events tasks jobs services packages vulnerabilities resources users members files tests testresults \
    runs targets activetargets alerts incidents instances machines containers products orders matches findings components \
    posts articles stories tickets cards builds pipelines releases repositories repos projects devices interfaces routes \
    disks volumes buckets clusters functions stacks tables sensors tracks books movies logs reports checks failures \
    violations diagnostics content feed payload response
    """)
  /// Names of lists of what belongs to something else.
  static let sideLists = words(
    """
    rules rule metadata meta links link schema schemas columns fields headers header parameters params tags labels \
    conditions definitions configuration config settings options groups tool tools notifications artifacts taxonomies \
    pagination paging included aggregations facets summary stats statistics counts totals environment env properties \
    attributes annotations licenses authors hashes references refs cvss via effects assignees reactions scripts engines \
    keywords managedfields ownerreferences tolerations ports mounts warnings notices debug relationships owners \
    contributors maintainers categories types enums units locales languages extensions plugins capabilities variables help \
    suppressions context locations scopes versions history changelog messages
    """)
  /// Names of objects inside of a record that are other things.
  static let references = words(
    """
    user author owner assignee creator reporter actor requester committer sender mergedby closedby createdby updatedby \
    lastmodifiedby publisher milestone project repository repo organization org account team customer parent head base \
    headrepository workflow triggeringactor sourcebranch targetbranch involvedobject pusher uploader ownerreferences manager \
    issuer source invoice
    """)
  /// Names of objects inside of a record that have what the record is about.
  static let envelopes = words(
    """
    metadata fields properties attributes snippet node data spec config record values value attrs item document object payload \
    details info summary content source cell resource entity vulnerability package message request alert issue labels \
    annotations
    """)
  /// Names of lists of the same things below a thing.
  static let children = words("children nodes dependencies replies subtasks childnodes")
  /// Names of lists of short texts that are tags even if there is one.
  static let tags = words(
    "tags labels keywords categories aliases roles topics genres flags features groups scopes")
  /// Names of lists of words that belong together.
  static let sequences = words("args arguments command cmd argv entrypoint")
  static let descriptions = words(
    "description body details summary notes note message content text reason error abstract overview help beschreibung"
  )
  /// Names of values that describe a thing briefly.
  static let subtitles = words(
    """
    version image type role owner user host node location region zone project branch number address author category product \
    vendor capital gateway email fstype source dev driver port ports country city model
    """)
  /// Names of links that people open.
  static let links: [String: Double] = [
    "htmlurl": 9, "weburl": 9, "permalink": 8, "link": 7, "href": 7, "primaryurl": 7, "shortlink": 6,
    "shorturl": 6,
    "url": 6, "homepage": 5, "weblink": 8, "website": 5, "alternatelink": 7, "detailsurl": 6, "pageurl": 7,
  ]
  static let machineLinks = words("avatar icon image logo api self thumbnail gravatar photo events git clone")
  /// The members of objects that pair a name with a value.
  static let pairs = [
    ("Key", "Value"), ("key", "value"), ("name", "value"), ("Name", "Value"),
    ("ParameterKey", "ParameterValue"),
    ("OutputKey", "OutputValue"), ("header", "value"), ("alg", "content"), ("k", "v"),
  ]

  // MARK: Values

  /// Texts for nothing.
  static let nothing = words("n/a na - -- null none <none> nan undefined nil")

  // MARK: States

  static let positive = words(
    """
    accepted active alive allow allowed answered approved available booted bound clean cleared complete completed compliant \
    confirmed connected correct delivered deployed done enabled established finished fixed fulfilled good granted green \
    healthy inservice insync listening live merged mounted noerror ok okay on online operational optimal paid pass passed \
    passing published reachable ready resolved running secure sent serving settled shipped signed solved stable started \
    succeed succeeded success successful successfully synced trusted up uptodate verified won
    """)
  static let informative = words(
    """
    activating assigned booting building charging copying creating deploying discharging downloading indexing info \
    inprogress inreview information informational initializing initialising installing migrating new notice ongoing open \
    opened pending planned preparing processing progress provisioning pulling queued refreshing reloading reopened requested \
    review reviewed reviewing scheduled staged staging starting submitted syncing triage trial upcoming updating upgrading \
    uploading waiting
    """
  )
  static let critical = words(
    """
    amber atrisk attention backoff behind cordoned deferred degraded delayed deprecated dirty disputed draining drifted \
    escalated expiring flaky hold identified incomplete investigating late limited maintenance major medium minor moderate \
    modified monitoring onhold orange outofsync outdated partial partially paused quarantined requeued restarting retrying \
    returned slow stale stopping suspended terminating throttled unconfirmed unresolved unstable unverified warn warning \
    warnings wontfix willnotfix yellow
    """)
  static let negative = words(
    """
    aborted alert bad banned blocked blocker breached broken bounced chargeback conflict corrupt corrupted crash crashed \
    crashloopbackoff crit critical dead declined defective defunct denied disconnected down emerg emergency err errimagepull \
    error errors evicted exceeded expired fail failed failing fails failure fatal fault faulted faulty firing forbidden high \
    highest imagepullbackoff incorrect infected invalid killed leaked lost malicious missing noncompliant nok offline \
    oomkilled outage overdue panic red refused rejected revoked severe stuck timedout timeout unavailable unhealthy \
    unreachable unsafe unsuccessful urgent violation vulnerable wrong zombie
    """)
  static let neutral = words(
    """
    absent archived auto automatic cancelled canceled closed created debug default deleted disabled dismissed dormant draft \
    duplicate ended exited fine finest free full hidden idle ignored inactive installed inuse loaded low lowest manual \
    masked negligible no none normal note notset obsolete off present private public released removed shutdown skip \
    skipped sleeping stopped terminated todo backlog trace undetermined uninstalled unknown unset unspecified verbose \
    withdrawn yes refunded start run output pause cont bench
    """)
  static let beginnings = words("creating starting pending updating progress stopping")

  /// Booleans by name: what is bad if it is true.
  static let badIfTrue = words(
    """
    failed failure error errored timedout expired revoked invalid blocked vulnerable down offline broken dead crashed \
    oomkilled infected malicious
    """)
  static let doubtfulIfTrue = words("outdated deprecated degraded overdue")
  static let badIfFalse = words(
    "success ok passed pass healthy ready up valid reachable alive succeeded working compliant")
  static let goodIfTrue = words(
    """
    online available connected running verified listening completed done finished complete resolved paid enabled active open
    """)
  /// Words without a meaning in the name of a boolean.
  static let auxiliaries = words("is has was in")

  static let logLevels = [10: "trace", 20: "debug", 30: "info", 40: "warn", 50: "error", 60: "fatal"]
  static let syslogPriorities = ["emerg", "alert", "crit", "err", "warning", "notice", "info", "debug"]

  // MARK: Formats

  /// The first bytes of what is not text, with what it is and what makes JSON of it.
  static let magic: [(bytes: [UInt8], name: String, cure: String?)] = [
    ([0x89, 0x50, 0x4E, 0x47], "a PNG picture", nil), ([0xFF, 0xD8, 0xFF], "a JPEG picture", nil),
    (Array("GIF8".utf8), "a GIF picture", nil), (Array("RIFF".utf8), "a media file", "ffprobe -of json"),
    (Array("%PDF".utf8), "a PDF document", nil),
    (
      Array("PK\u{3}\u{4}".utf8), "a zip archive, or an office document (xlsx, docx, odt)",
      "a spreadsheet saved as CSV"
    ),
    (Array("\u{7F}ELF".utf8), "a program", nil),
    (Array("SQLite format 3\0".utf8), "an SQLite database", "sqlite3 -json FILE 'select * from TABLE'"),
    (Array("PAR1".utf8), "a Parquet file", "duckdb -json"),
    (Array("Obj\u{1}".utf8), "an Avro file", "avro cat"),
    (Array("ARROW1".utf8), "an Arrow file", "duckdb -json"), (Array("BZh".utf8), "bzip2 data", "bunzip2"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz data", "unxz"), ([0x37, 0x7A, 0xBC, 0xAF], "a 7z archive", "7z x"),
    ([0xCA, 0xFE, 0xBA, 0xBE], "a program", nil), ([0xD0, 0xCF, 0x11, 0xE0], "an old office document", nil),
    (Array("ID3".utf8), "a media file", "ffprobe -of json"),
    (Array("OggS".utf8), "a media file", "ffprobe -of json"),
  ]

  /// The first texts of formats that are not read.
  static let foreign: [(start: String, name: String, cure: String?)] = [
    ("BEGIN:VCALENDAR", "a calendar (iCalendar)", "jc --icalendar"),
    ("BEGIN:VCARD", "an address book (vCard)", nil),
    ("-----BEGIN ", "PEM data", "jc --x509-cert"), ("diff --git", "a diff", nil), ("Index: ", "a diff", nil),
    ("%!PS", "PostScript", nil), ("{\\rtf", "a rich text document", nil), ("ssh-rsa ", "an SSH key", nil),
    ("ssh-ed25519 ", "an SSH key", nil), ("#!/", "a script", nil), ("WEBVTT", "subtitles", nil),
    ("From ", "a mailbox", nil),
  ]
}
