extension CMTime: Codable {
    // The keys of Core Media's dictionaries of times.
    private enum CodingKeys: String, CodingKey {
        case value, timescale, flags, epoch
    }

    /// Reads the four fields, with the keys `value`, `timescale`, `flags` and `epoch`.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            value: try fields.decode(CMTimeValue.self, forKey: .value),
            timescale: try fields.decode(CMTimeScale.self, forKey: .timescale),
            flags: CMTimeFlags(rawValue: try fields.decode(UInt32.self, forKey: .flags)),
            epoch: try fields.decode(CMTimeEpoch.self, forKey: .epoch))
    }

    /// Writes the four fields.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(value, forKey: .value)
        try fields.encode(timescale, forKey: .timescale)
        try fields.encode(flags.rawValue, forKey: .flags)
        try fields.encode(epoch, forKey: .epoch)
    }
}

extension CMTime: CustomStringConvertible {
    /// The fraction and the seconds, such as `1001/30000 = 0.033366666666666666`, or the kind of time.
    public var description: String {
        switch kind {
        case .number:
            "\(value)/\(timescale) = \(seconds)" + (epoch == 0 ? "" : ", epoch \(epoch)")
                + (hasBeenRounded ? ", rounded" : "")
        case .positiveInfinity: "+infinity"
        case .negativeInfinity: "-infinity"
        case .indefinite: "indefinite"
        case .invalid: "invalid"
        }
    }
}
