// Placeholder contract: the owner of Pixels replaces this file with the full class (same name, same members and more).
/// A colour space.
public final class CGColorSpace: @unchecked Sendable, Hashable {
    /// The space's name.
    public let name: String?
    /// A named space.
    public init?(name: String) { self.name = name }

    /// Same space.
    public static func == (a: CGColorSpace, b: CGColorSpace) -> Bool { a.name == b.name }
    /// Hashes the identity of the space.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
