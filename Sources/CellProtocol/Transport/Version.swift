/// The version of both programs.
public let celldVersion = "0.1.0"

/// The version of the protocol: grows when something that clients rely on changes.
public let protocolVersion = 1
