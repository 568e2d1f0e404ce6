import Synchronization

/// Shows the progress of writing a picture on a line of the terminal.
///
/// Nothing is shown for quick pictures. Thread-safe.
package final class ProgressLine: Sendable {
    private struct State: Sendable {
        var shown = ""
        var lastChange: ContinuousClock.Instant
    }

    /// The minimum time before the first text and between texts. Shorter displays would only flicker.
    private static let interval = Duration.milliseconds(200)

    private let began: ContinuousClock.Instant
    private let now: @Sendable () -> ContinuousClock.Instant
    private let line: TerminalLine
    private let state: Mutex<State>

    /// Creates a progress that is shown on a line.
    init(on line: TerminalLine, now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }) {
        (self.line, self.now, began) = (line, now, now())
        state = Mutex(State(lastChange: began))
    }

    /// Returns a progress on standard error, or nil if that isn't a terminal.
    package static func onTerminal() -> ProgressLine? { TerminalLine.onStandardError().map { ProgressLine(on: $0) } }

    /// Shows a completed fraction, 0 to 1.
    ///
    /// - Parameter note: Shown behind it.
    package func show(_ fraction: Double, note: String? = nil) {
        let time = now()
        state.withLock { state in
            guard time - state.lastChange >= Self.interval else { return }
            let text = Self.text(fraction, elapsed: time - began) + (note.map { ", \($0)" } ?? "")
            guard text != state.shown else { return }
            line.show(text)
            (state.shown, state.lastChange) = (text, time)
        }
    }

    /// Erases the line.
    package func finish() {
        state.withLock { state in
            if !state.shown.isEmpty { line.erase() }
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
