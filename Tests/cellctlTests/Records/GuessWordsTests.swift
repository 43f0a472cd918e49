import CellEngine
import Testing

@testable import cellctl

/// Words of names, kinds of values, and states of words.
@Suite struct GuessWordsTests {
  @Test(arguments: [
    ("createdAt", ["created", "at"]), ("created_at", ["created", "at"]), ("Created At", ["created", "at"]),
    ("HTTPServer", ["http", "server"]), ("alertname", ["alert", "name"]), ("pubdate", ["pub", "date"]),
    ("valid", ["valid"]), ("uuid", ["uuid"]), ("filename", ["filename"]),
    ("temperature_2m", ["temperature", "2", "m"]),
    ("@timestamp", ["timestamp"]), ("E-mail 1", ["e", "mail", "1"]), ("", []), ("名前", ["名前"]),
  ])
  func `a name has words`(name: String, expected: [String]) {
    #expect(FieldName(name).words == expected)
  }

  @Test(arguments: [
    ("password", true), ("dbPassword", true), ("DB_PASSWD", true), ("X-Api-Key", true), ("apikey", true),
    ("clientSecret", true), ("csrftoken", true), ("Authorization", true), ("set-cookie", true),
    ("credentials", true),
    ("private_key", true), ("SecretAccessKey", true), ("pass_phrase", true), ("passphrase", true),
    ("db_pwd", true),
    ("key", false), ("tokens", false), ("PasswordLastUsed", false), ("keyboard", false), ("secretary", false),
    ("AccessKeyId", false), ("publicKey", false), ("monkey", false),
  ])
  func `a name of a secret is known in any spelling`(name: String, expected: Bool) {
    #expect(FieldName(name).isSecret == expected)
  }

  @Test(arguments: [
    ("", ValueKind.empty), ("n/a", .empty), ("true", .bool), ("12", .numeric), ("-1.5", .numeric),
    ("1.204,11", .numeric),
    ("192.168.1.1", .ip), ("10.0.0.0/8", .ip), ("fe80::1", .ip), ("10:30:00", .text),
    ("aa:bb:cc:dd:ee:ff", .mac),
    ("2026-11-20", .date), ("2026-11-20T10:00:00Z", .date), ("2026-11-20 10:00:00.123 +0100", .date),
    ("20.11.2026", .date), ("1.0.210", .version), ("11/20/2026", .date),
    ("Fri, 20 Nov 2026 10:00:00 GMT", .date),
    ("20/Nov/2026:10:00:00 +0000", .date), ("Nov 20 10:00:00", .date), ("20261120T100000Z", .date),
    ("4.18.2", .version), ("v2", .version), (">=1.2", .version), ("^4.18.2", .version),
    ("550e8400-e29b-41d4-a716-446655440000", .uuid), ("deadbeef00112233", .hash), ("sha256:0abc12", .hash),
    ("https://example.com/x", .url), ("gid://shop/Order/1", .url), ("mara@example.com", .email),
    ("arn:aws:s3:::x", .resource),
    ("12 MB", .size),
    ("64Gi", .size), ("5d", .age), ("2h5m", .age), ("3 days ago", .age), ("/var/log/x", .path),
    ("src/a/main.swift", .path),
    ("19,90 €", .amount), ("45 %", .amount), ("cus_9X", .code), ("Main order", .text), ("north van", .text),
  ])
  func `a text has a kind`(text: String, expected: ValueKind) {
    #expect(ValueKind(of: text) == expected)
  }

  @Test(arguments: [
    ("running", Status.State.positive), ("Up 2 hours (healthy)", .positive),
    ("UPDATE_ROLLBACK_FAILED", .negative),
    ("CrashLoopBackOff", .negative), ("In Progress", .informative), ("not ready", .critical),
    ("0 failed", .positive),
    ("10 failed", .negative), ("no errors", .positive), ("Exited (0) 3 hours ago", .neutral),
    ("Exited (137)", .negative),
    ("will_not_fix", .critical), ("Closed", .neutral), ("VM deallocated", nil), ("Tuesday", nil), ("", nil),
    ("It does not start if the second lamp is on today", nil),
  ])
  func `a word has a state`(text: String, expected: Status.State?) {
    #expect(StateWords.state(of: text) == expected)
  }

  @Test func `a state depends on what is named`() {
    #expect(StateWords.state(of: "high", name: FieldName("severity")) == .negative)
    #expect(StateWords.state(of: "high", name: FieldName("priority")) == .critical)
    #expect(StateWords.state(of: false, name: FieldName("failed")) == .neutral)
    #expect(StateWords.state(of: true, name: FieldName("is_failed")) == .negative)
    #expect(StateWords.state(of: false, name: FieldName("passed")) == .negative)
    #expect(StateWords.state(of: false, name: FieldName("connected")) == .neutral)
    #expect(StateWords.state(of: true, name: FieldName("colour")) == nil)
    #expect(StateWords.state(ofCode: 404, name: FieldName("status")) == .critical)
    #expect(StateWords.state(ofCode: 2, name: FieldName("status")) == nil)
    #expect(StateWords.state(ofCode: 50, name: FieldName("level")) == .negative)
    #expect(StateWords.word(ofCode: 50, name: FieldName("level")) == "error")
    #expect(StateWords.state(ofCode: 3, name: FieldName("PRIORITY"), isUpperCase: true) == .negative)
    #expect(StateWords.state(ofCode: 1, name: FieldName("exit_code")) == .negative)
  }

  @Test(arguments: [
    (FieldFilter.size, "1200", "size", "1.2 kB"), (.size, "999", "bytes", "999 B"),
    (.size, "20480000", "bytes", "20 MB"),
    (.number, "1234567.5", "count", "1,234,567.5"), (.number, "12", "latency_ms", "12 ms"),
    (.number, "2026", "year", "2026"),
    (.named, "12", "comments", "12 comments"), (.named, "1", "comments", "1 comment"),
    (.named, "3", "stargazerCount", "3 stargazers"),
    (.named, "2", "query_count", "2 queries"), (.named, "1", "replies", "1 reply"),
    (.named, "5", "total", "total 5"), (.named, "3", "total_comments", "3 comments"),
    (.named, "9", "count", "count 9"), (.named, "30", "total_price", "total price 30"),
    (.named, "4200", "amount", "amount 4200"), (.named, "3.1", "temperature_2m", "temperature 2m 3.1"),
    (.basename, "/srv/a/main.swift", "path", "main.swift"),
    (.line, "<p>Two <b>words</b></p>\n<p>more</p>", "body", "Two words"),
    (.text, "to <user@host> & <name>", "body", "to <user@host> & <name>"),
    (.state, "failed", "x", "negative"),
    (.age, "2026-11-20T10:00:00Z", "at", "7d ago"), (.age, "1795772400", "at", "3h ago"),
    (.age, "nothing", "at", "nothing"),
    (.age, "2026-11-30T10:00:00Z", "due", "in 2d"),
  ])
  func `a filter writes a value`(filter: FieldFilter, value: String, name: String, expected: String) {
    // 2026-11-27, 13:00 UTC.
    #expect(filter.text(of: value, name: FieldName(name), now: 1_795_784_400) == expected)
  }
}
