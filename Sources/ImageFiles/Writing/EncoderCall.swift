import Foundation
import Pixels

/// Calls encoders, which can't be interrupted: some take the whole picture, and compress it in one call of many
/// seconds.
///
/// In work with a deadline, the encoder runs on a separate thread. At the deadline the caller goes on, and the encoder
/// is left behind. It must not have an effect that remains, such as a file's name.
enum EncoderCall {
    /// The time in seconds that an encoder has to pass on the error of a rendering that was stopped. That error names
    /// the step.
    private static let grace = 0.2

    /// The number of encoders left behind at which further ones wait, because each holds a picture in memory.
    private static let maximumAbandonedCount = max(2, ProcessInfo.processInfo.activeProcessorCount)

    /// Returns the encoder's result.
    ///
    /// - Throws: The encoder's error, or `WorkMeter.Stopped` at the deadline.
    static func run<Result: Sendable>(_ encode: @escaping @Sendable () throws -> Result) throws -> Result {
        while let meter = WorkMeter.current, DetachedWork.abandonedCount >= maximumAbandonedCount {
            try meter.checkTime()
            Thread.sleep(forTimeInterval: 0.01)
        }
        return try DetachedWork.run(grace: grace, encode)
    }
}
