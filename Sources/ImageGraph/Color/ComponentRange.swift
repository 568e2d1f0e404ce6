import Pixels

/// What numbers the components of pixels can be, which says how exactly they are worth converting.
public enum ComponentRange: Sendable, Hashable, CaseIterable {
    /// Any floats.
    case unbounded
    /// 0…1, in steps finer than 8 bits.
    case unit
    /// 0…1, in the 256 steps of 8 bits.
    case unitOf8Bits

    /// The range of a format's components.
    public init(of format: PixelFormat) {
        self = format.isFloat ? .unbounded : format.component == .uint8 ? .unitOf8Bits : .unit
    }

    /// Whether all components are in 0…1.
    var isUnit: Bool { self != .unbounded }
}
