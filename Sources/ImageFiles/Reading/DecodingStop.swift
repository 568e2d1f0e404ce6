import Synchronization

/// Stops the decoding of a picture, from any thread.
///
/// Decoders check for this between the parts of a picture that they compute. A decoder of libvips that produces the
/// whole picture in one call continues until that call ends.
final class DecodingStop: Sendable {
    private struct State {
        var isStopped = false
        var pictures: [any OpenedPicture] = []
        var actions: [Int: @Sendable () -> Void] = [:]
        var actionCount = 0
    }

    private let state = Mutex(State())

    /// Whether decoding should end.
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Adds a picture whose decoding `stop` ends too.
    func watch(_ picture: any OpenedPicture) {
        state.withLock {
            $0.pictures.append(picture)
            if $0.isStopped { picture.stop() }
        }
    }

    /// Adds an action for `stop` to call. If `stop` was called already, the action is called at once.
    ///
    /// - Returns: A number for `remove`.
    func onStop(_ action: @escaping @Sendable () -> Void) -> Int {
        state.withLock {
            $0.actionCount += 1
            $0.actions[$0.actionCount] = action
            if $0.isStopped { action() }
            return $0.actionCount
        }
    }

    /// Removes an action. It isn't called after this returns.
    func remove(_ action: Int) { state.withLock { $0.actions[action] = nil } }

    /// Stops the decoding.
    func stop() {
        state.withLock {
            $0.isStopped = true
            for action in $0.actions.values { action() }
            for picture in $0.pictures { picture.stop() }
        }
    }

    /// Releases the pictures after decoding.
    func forget() { state.withLock { $0.pictures = [] } }
}
