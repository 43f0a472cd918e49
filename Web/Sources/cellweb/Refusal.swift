import HTTPTypes
import Hummingbird

/// A request that is not served: its status, and a sentence with the fix.
struct Refusal: Error {
  /// The status of the response.
  let status: HTTPResponse.Status
  /// A sentence for the person at the browser.
  let sentence: String

  init(_ status: HTTPResponse.Status, _ sentence: String) {
    self.status = status
    self.sentence = sentence
  }

  /// The response with the sentence as plain text.
  var response: Response {
    Response(
      status: status, headers: [.contentType: "text/plain; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: sentence + "\n")))
  }
}
