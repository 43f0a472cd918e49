/// The version of both programs.
public let celldVersion = "0.1.0"

/// The version of the protocol. It grows if something changes that clients rely on.
public let protocolVersion = 1
