import CVips
import Synchronization

/// Ends the decoding of a picture early, from any thread.
///
/// libvips looks between the parts of a picture that it computes. A decoder that makes the whole picture in one call goes on to the end of
/// that call.
final class DecodingStop: Sendable {
    private struct State {
        var isStopped = false
        var images: [VipsHandle] = []
        var actions: [Int: @Sendable () -> Void] = [:]
        var actionCount = 0
    }

    private let state = Mutex(State())

    /// Whether decoding is to end.
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Has `stop` end the evaluation of this image too.
    func watch(_ image: VipsHandle) {
        state.withLock {
            $0.images.append(image)
            if $0.isStopped { cvips_kill(image.pointer) }
        }
    }

    /// Has `stop` call `action`, at once where it has been called already; returns what `remove` takes.
    func onStop(_ action: @escaping @Sendable () -> Void) -> Int {
        state.withLock {
            $0.actionCount += 1
            $0.actions[$0.actionCount] = action
            if $0.isStopped { action() }
            return $0.actionCount
        }
    }

    /// Forgets an action: it isn't called after this returns.
    func remove(_ action: Int) { state.withLock { $0.actions[action] = nil } }

    /// Ends the decoding.
    func stop() {
        state.withLock {
            $0.isStopped = true
            for action in $0.actions.values { action() }
            for image in $0.images { cvips_kill(image.pointer) }
        }
    }

    /// Gives up the images, once decoding is over.
    func forget() { state.withLock { $0.images = [] } }
}
