import CommandOutput
import Foundation
import Synchronization

/// Counts frames and shows how fast they are processed. Thread-safe.
final class FrameCounter: Sendable {
    private let count = Atomic(0)
    private let stopwatch = Stopwatch()
    private let line: ProgressLine?

    init(_ line: ProgressLine?) { self.line = line }

    /// The frames so far.
    var frames: Int { count.load(ordering: .relaxed) }

    /// The time since the counter was created, in seconds.
    var seconds: Double { stopwatch.seconds }

    /// Counts a frame.
    func add() { count.wrappingAdd(1, ordering: .relaxed) }

    /// Shows the completed fraction, 0 to 1.
    func show(_ fraction: Double) {
        guard let line else { return }
        let rate = Double(frames) / max(seconds, 1e-3)
        line.show(fraction, note: "\(rate < 10 ? String(format: "%.1f", rate) : String(Int(rate))) frames/s")
    }
}
