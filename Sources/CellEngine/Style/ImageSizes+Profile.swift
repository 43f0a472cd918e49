extension ImageSizes {
  /// The edge of the largest image if `profile` draws the images, in dp. Without images it is the
  /// standard edge of the profile.
  func largestEdge(in profile: Profile.ImageSize) -> Double {
    var edge = hasContact ? profile.contact : 0
    if !persons.isEmpty, let own = profile.person {
      edge = max(edge, own)
    } else {
      edge = max(edge, largestEdge(of: persons, in: profile))
    }
    edge = max(edge, largestEdge(of: objects, in: profile))
    return edge > 0 ? edge : profile.standard
  }

  private func largestEdge(of asked: Asked, in profile: Profile.ImageSize) -> Double {
    let edge = asked.largest > 0 ? max(profile.smallest, min(asked.largest, profile.largest)) : 0
    return asked.standard ? max(edge, profile.standard) : edge
  }
}
