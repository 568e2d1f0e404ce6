extension CMTime {
    /// Whether this is a time: a number, infinite or indefinite.
    public var isValid: Bool { flags.contains(.valid) }
    /// Whether the time is later than every number.
    public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
    /// Whether the time is earlier than every number.
    public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
    /// Whether the time isn't known.
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
    /// Whether the time is a number of seconds.
    public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) }
    /// Whether the time is a number that isn't exact.
    public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

    /// The kind of value that computations see.
    enum Kind: Int {
        case negativeInfinity, number, indefinite, positiveInfinity, invalid
    }

    /// The kind of the value. A number without a usable timescale is invalid.
    var kind: Kind {
        if !isValid { return .invalid }
        if isPositiveInfinity { return .positiveInfinity }
        if isNegativeInfinity { return .negativeInfinity }
        if isIndefinite { return .indefinite }
        return timescale > 0 ? .number : .invalid
    }
}
