/// The sizes that the detail images of a list ask for, independent of the profile. All rows of the
/// list keep an image column as wide as the widest of these images.
public struct ImageSizes: Hashable, Sendable {
  /// The sizes that images of objects, or those of persons, ask for.
  public struct Asked: Hashable, Sendable {
    /// Whether some image has the profile's own size.
    public var standard = false
    /// The largest size that is asked for, in dp; 0 if no image asks for one.
    public var largest = 0.0

    var isEmpty: Bool { !standard && largest == 0 }

    mutating func formUnion(_ other: Asked) {
      standard = standard || other.standard
      largest = max(largest, other.largest)
    }
  }

  public var objects = Asked()
  public var persons = Asked()
  /// Whether a contact has an image.
  public var hasContact = false

  /// The sizes of a list without images.
  public init() {}

  /// The sizes of a list with one image, which asks for `size`, in dp, or for the size of the
  /// profile if that is `nil`.
  public init(isContact: Bool, isPerson: Bool, size: Double?) {
    let asked = Asked(standard: size == nil, largest: size ?? 0)
    if isContact {
      hasContact = true
    } else if isPerson {
      persons = asked
    } else {
      objects = asked
    }
  }

  /// Adds the sizes of other images.
  public mutating func formUnion(_ other: ImageSizes) {
    objects.formUnion(other.objects)
    persons.formUnion(other.persons)
    hasContact = hasContact || other.hasContact
  }
}
