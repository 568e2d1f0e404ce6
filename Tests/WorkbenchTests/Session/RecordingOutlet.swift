import Foundation
import Synchronization
import Workbench

/// A page that keeps what it receives.
final class RecordingOutlet: PageOutlet {
    private let received = Mutex<(messages: [ServerMessage], frames: [PreviewFrame])>(([], []))

    func send(_ message: ServerMessage) async throws { received.withLock { $0.messages.append(message) } }

    func begin(_ message: ServerMessage) -> @Sendable () async -> Void {
        received.withLock { $0.messages.append(message) }
        return {}
    }

    func send(_ frame: PreviewFrame) async throws { received.withLock { $0.frames.append(frame) } }

    var messages: [ServerMessage] { received.withLock { $0.messages } }
    var frames: [PreviewFrame] { received.withLock { $0.frames } }

    /// The newest state.
    var state: ServerMessage.State? {
        for case .state(let state) in messages.reversed() { return state }
        return nil
    }

    /// The newest result.
    var result: ServerMessage.Result? {
        for case .result(let result) in messages.reversed() { return result }
        return nil
    }

    /// The reasons of refused messages.
    var refusals: [ServerMessage.Refused] {
        messages.compactMap { if case .refused(let refused) = $0 { refused } else { nil } }
    }

    /// Waits until a condition is true, at most ten seconds.
    func wait(until condition: @Sendable (RecordingOutlet) -> Bool) async throws {
        for _ in 0..<1000 {
            if condition(self) { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw WorkbenchRefusal("the page didn't receive what it waited for: \(messages.suffix(3))")
    }
}
