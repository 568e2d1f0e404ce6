import Synchronization
import Testing

@testable import CommandOutput

@Suite("Progress on a terminal")
struct ProgressLineTests {
    /// A terminal with a clock that the test sets. It records the text written to it.
    private final class Terminal: Sendable {
        let time = Mutex(ContinuousClock.now)
        let text = Mutex("")

        func line() -> ProgressLine {
            ProgressLine(
                on: TerminalLine { part in self.text.withLock { $0 += part } },
                now: { self.time.withLock { $0 } })
        }

        func wait(_ duration: Duration) { time.withLock { $0 += duration } }
    }

    @Test("A quick picture shows nothing")
    func quick() {
        let terminal = Terminal()
        let line = terminal.line()
        for step in 1...10 {
            terminal.wait(.milliseconds(19))
            line.show(Double(step) / 10)
        }
        line.finish()
        #expect(terminal.text.withLock { $0 } == "")
    }

    @Test("A slow rendering shows percentage and remaining time at most five times a second, and clears the line")
    func slow() {
        let terminal = Terminal()
        let line = terminal.line()
        for step in 1...3 {
            terminal.wait(.milliseconds(150))
            line.show(Double(step) / 10)
        }
        line.finish()
        #expect(terminal.text.withLock { $0 } == "\r20 %, 2 s left\u{1B}[K\r\u{1B}[K")
    }

    @Test(
        "Text",
        arguments: [
            (0.0, 5, "0 %"), (0.5, 10, "50 %, 10 s left"), (0.1, 10, "10 %, 1 min 30 s left"), (1, 10, "100 %"),
            (-1, 1, "0 %"), (2, 1, "100 %"),
        ])
    func text(fraction: Double, seconds: Int, expected: String) {
        #expect(ProgressLine.text(fraction, elapsed: .seconds(seconds)) == expected)
    }
}
