/// A way in which memory is locked.
public struct CVPixelBufferLockFlags: OptionSet, Hashable, Sendable {
    /// The bits, as Core Video numbers them.
    public let rawValue: CVOptionFlags

    /// Creates a set from its bits.
    public init(rawValue: CVOptionFlags) { self.rawValue = rawValue }

    /// The pixels are only read. The flag must be the same for locking and unlocking.
    public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

/// How often a buffer is locked.
struct LockCounts: Sendable {
    private var reading = 0
    private var writing = 0

    /// Whether the address may be used.
    var isLocked: Bool { reading > 0 || writing > 0 }

    /// Adds a lock, or removes one. Returns `kCVReturnInvalidArgument` for unknown flags and for a lock that there
    /// isn't.
    mutating func change(_ flags: CVPixelBufferLockFlags, by change: Int) -> CVReturn {
        guard flags.isSubset(of: .readOnly) else { return kCVReturnInvalidArgument }
        let count = (flags.contains(.readOnly) ? reading : writing) + change
        guard count >= 0 else { return kCVReturnInvalidArgument }
        if flags.contains(.readOnly) { reading = count } else { writing = count }
        return kCVReturnSuccess
    }
}
