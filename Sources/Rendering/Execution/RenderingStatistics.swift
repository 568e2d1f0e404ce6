/// What one rendering did.
public struct RenderingStatistics: Sendable {
    /// One stage over all its tiles.
    public struct Pass: Sendable {
        /// The step whose result it computed.
        public let name: String
        /// Bytes of its result.
        public let byteCount: Int
        /// How long it took.
        public let seconds: Double
    }

    /// The passes, in order; parts of a picture rendered one after the other count one by one.
    public internal(set) var passes: [Pass] = []
    /// Pixels computed, intermediate results included.
    public internal(set) var pixelCount = 0
    /// Tiles computed.
    public internal(set) var tileCount = 0
    /// Stored intermediates that an earlier rendering had left.
    public internal(set) var reusedIntermediateCount = 0
    /// Seconds spent on optimising, planning and compiling.
    public internal(set) var preparationSeconds = 0.0
    /// Seconds spent on pixels.
    public var executionSeconds: Double { passes.reduce(0) { $0 + $1.seconds } }
    /// Number of passes.
    public var passCount: Int { passes.count }
}
