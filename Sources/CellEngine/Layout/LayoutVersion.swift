/// The version of the rules that lay out and render rows. It is raised by each change after which
/// the same cell can look different; a test holds it to the fixtures.
public let layoutVersion = 10
