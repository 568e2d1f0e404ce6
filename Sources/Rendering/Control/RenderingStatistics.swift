/// Statistics of one rendering.
package struct RenderingStatistics: Sendable {
    /// The computation of one pass over all its tiles.
    package struct Pass: Sendable {
        /// Name of the step whose result the pass computed.
        package let name: String
        /// Size of the result in bytes.
        package let byteCount: Int
        /// Duration in seconds.
        package let seconds: Double
        /// Name of the device that computed the pass; nil if the processor did.
        package let device: String?
    }

    /// The passes, in order. If an image is rendered in several parts, every part adds passes.
    package internal(set) var passes: [Pass] = []
    /// Number of pixels computed, including those of intermediates.
    package internal(set) var pixelCount = 0
    /// Number of tiles computed.
    package internal(set) var tileCount = 0
    /// Number of stored intermediates reused from earlier renderings.
    package internal(set) var reusedIntermediateCount = 0
    /// Seconds spent on optimising, planning and compiling.
    package internal(set) var preparationSeconds = 0.0
    /// Seconds spent on computing pixels: the sum over all passes.
    package var executionSeconds: Double { passes.reduce(0) { $0 + $1.seconds } }
    /// Number of passes.
    package var passCount: Int { passes.count }
}
