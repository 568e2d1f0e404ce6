import Pixels

/// The identity of a source while it exists. After the source is gone, it equals no other identity, not even that of a
/// new source at the same address.
struct SourceIdentity: Hashable, @unchecked Sendable {
    private let identifier: ObjectIdentifier
    private weak var source: (any PixelSource)?

    init(_ source: any PixelSource) { (identifier, self.source) = (ObjectIdentifier(source), source) }

    static func == (a: SourceIdentity, b: SourceIdentity) -> Bool {
        guard a.identifier == b.identifier, let first = a.source, let second = b.source else { return false }
        return first === second
    }

    func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}
