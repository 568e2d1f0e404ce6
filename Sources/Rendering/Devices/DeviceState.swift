import DeviceKernels
import Synchronization

/// What has become of a renderer's device. Thread-safe.
final class DeviceState: Sendable {
    private struct State {
        var loss: DeviceFailure?
        var reported: Set<String> = []
    }

    /// Maximum number of reasons that are remembered. Further ones aren't reported.
    private static let capacity = 1000

    private let state = Mutex(State())

    /// The failure after which the device isn't used any more; nil if it works.
    var loss: DeviceFailure? { state.withLock { $0.loss } }

    /// Notes a failure. Returns whether its reason is new.
    func note(_ failure: DeviceFailure) -> Bool {
        state.withLock { state in
            if failure.kind == .lost, state.loss == nil { state.loss = failure }
            return state.reported.count < Self.capacity && state.reported.insert(failure.reason).inserted
        }
    }
}
