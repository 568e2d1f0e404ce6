/// Statistics of one rendering.
public struct RenderingStatistics: Sendable {
    /// The computation of one pass over all its tiles.
    public struct Pass: Sendable {
        /// Name of the step whose result the pass computed.
        public let name: String
        /// Size of the result in bytes.
        public let byteCount: Int
        /// Duration in seconds.
        public let seconds: Double
    }

    /// The passes, in order. If an image is rendered in several parts, every part adds passes.
    public internal(set) var passes: [Pass] = []
    /// Number of pixels computed, including those of intermediates.
    public internal(set) var pixelCount = 0
    /// Number of tiles computed.
    public internal(set) var tileCount = 0
    /// Number of stored intermediates reused from earlier renderings.
    public internal(set) var reusedIntermediateCount = 0
    /// Seconds spent on optimising, planning and compiling.
    public internal(set) var preparationSeconds = 0.0
    /// Seconds spent on computing pixels: the sum over all passes.
    public var executionSeconds: Double { passes.reduce(0) { $0 + $1.seconds } }
    /// Number of passes.
    public var passCount: Int { passes.count }
}
