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

    /// Ends the decoding.
    func stop() {
        state.withLock {
            $0.isStopped = true
            for image in $0.images { cvips_kill(image.pointer) }
        }
    }

    /// Gives up the images, once decoding is over.
    func forget() { state.withLock { $0.images = [] } }
}
