import CellClient
import CellEngine
import Glibc

/// Draws an SVG document as a PNG, with the program rsvg-convert of librsvg.
struct Rasterizer {
  /// The pixels per point.
  let zoom: Double

  private static let program = "rsvg-convert"
  /// The maximum width and height in pixels (a limit of Cairo).
  private static let longestEdge = 32_767.0
  /// The bytes of address space for the program, its fonts and the images of cells.
  private static let memory = 512 << 20
  /// The bytes of a pixel of the picture while it is drawn and packed.
  private static let bytesOfPixel = 8

  /// Prints a document of `size` as a PNG.
  /// - Throws: `Failure` if the picture is empty or too large, the program is missing, or standard
  ///   output is a terminal.
  func print(_ svg: [UInt8], size: PictureSize) throws {
    guard !Terminal.isOutput else {
      throw Failure(.usage, "a png cannot be shown in a terminal", hint: "write it to a file: … > rows.png")
    }
    guard size.width > 0, size.height > 0 else {
      throw Failure(.failed, "nothing to draw: the picture has no rows, or no width")
    }
    guard let executable = Executable.find(Self.program) else {
      throw Failure(
        .failed, "a png needs \(Self.program), which is not in PATH",
        hint: "install it (on Debian: apt-get install librsvg2-bin), or use --format svg")
    }
    guard max(size.width, size.height) * zoom <= Self.longestEdge else {
      throw Failure(
        .failed, "a png of \(Int(size.width * zoom)) by \(Int(size.height * zoom)) pixels is too large",
        hint: "draw fewer rows, use a smaller --zoom, or use --format svg")
    }
    let input = try Pipe()
    var process = ChildProcess(executable: executable, arguments: ["--format", "png", "--zoom", "\(zoom)"])
    process.input = input.reading
    process.output = STDOUT_FILENO
    process.errors = STDERR_FILENO
    // The images of the cells unpack to much more than they have in the document.
    process.memoryLimit = Self.memory + Int(size.width * size.height * zoom * zoom) * Self.bytesOfPixel
    let child = try RunningChild(process)
    close(input.reading)
    let isSent = (try? DescriptorWriter.write(svg, to: input.writing)) != nil
    close(input.writing)
    guard child.wait() == 0, isSent else {
      throw Failure(
        .failed, "\(Self.program) could not draw the picture",
        hint: "if its images are large, draw fewer rows, use smaller images, or use --format svg")
    }
  }
}
