import Foundation
import Synchronization

/// Shows the progress of writing a picture on one line of the terminal, which is overwritten and finally erased.
///
/// Nothing is shown for quick pictures. Thread-safe.
final class ProgressLine: Sendable {
    private struct State: Sendable {
        var shown = ""
        var lastChange: ContinuousClock.Instant
    }

    /// The minimum time before the first text and between texts. Shorter displays would only flicker.
    private static let interval = Duration.milliseconds(200)

    private let began: ContinuousClock.Instant
    private let now: @Sendable () -> ContinuousClock.Instant
    private let write: @Sendable (String) -> Void
    private let state: Mutex<State>

    /// Creates a progress line. `write` sends text to the terminal.
    init(
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
        write: @escaping @Sendable (String) -> Void
    ) {
        (self.now, self.write, began) = (now, write, now())
        state = Mutex(State(lastChange: began))
    }

    /// Returns a line on standard error, or nil if that isn't a terminal.
    static func onTerminal() -> ProgressLine? {
        guard isatty(STDERR_FILENO) == 1 else { return nil }
        return ProgressLine { StandardError.write($0) }
    }

    /// Shows a completed fraction, 0 to 1.
    func show(_ fraction: Double) {
        let time = now()
        state.withLock { state in
            guard time - state.lastChange >= Self.interval else { return }
            let text = Self.text(fraction, elapsed: time - began)
            guard text != state.shown else { return }
            write("\r\(text)\u{1B}[K")
            (state.shown, state.lastChange) = (text, time)
        }
    }

    /// Erases the line.
    func finish() {
        state.withLock { state in
            if !state.shown.isEmpty { write("\r\u{1B}[K") }
            state.shown = ""
        }
    }

    /// Returns the percentage, with the estimated remaining time.
    static func text(_ fraction: Double, elapsed: Duration) -> String {
        let percent = "\(Int((min(max(fraction, 0), 1) * 100).rounded(.down))) %"
        let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
        guard fraction > 0.02, fraction < 1 else { return percent }
        let left = Int((seconds * (1 - fraction) / fraction).rounded(.up))
        return percent + (left < 60 ? ", \(left) s left" : ", \(left / 60) min \(left % 60) s left")
    }
}
