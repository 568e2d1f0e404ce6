import Pixels

/// Two colour spaces, where nil has been replaced by the working space.
struct SpacePair {
    let from: CGColorSpace?
    let to: CGColorSpace?

    init(from: CGColorSpace?, to: CGColorSpace?, working: CGColorSpace?) {
        (self.from, self.to) = (from ?? working, to ?? working)
    }

    /// Whether nothing is converted. Without a working space, nil stands for no space, so there is nothing to convert
    /// to.
    var isIdentity: Bool {
        guard let from, let to else { return true }
        return from.hasSameColors(as: to)
    }
}
