import CoreImageEssentials
import Synchronization

/// What a capture session passes frames to.
public class AVCaptureOutput: @unchecked Sendable {
    private let connection = Mutex<AVCaptureConnection?>(nil)

    init() {}

    /// The connection between the session's input and this output; empty if there is none.
    public var connections: [AVCaptureConnection] { connection.withLock { $0 }.map { [$0] } ?? [] }

    /// Returns the connection for a medium; nil if there is none.
    public func connection(with mediaType: AVMediaType) -> AVCaptureConnection? {
        mediaType == .video ? connections.first : nil
    }

    func connect(_ new: AVCaptureConnection?) { connection.withLock { $0 = new } }

    /// Passes on what an input has delivered. Called on the thread of the session.
    func receive(_ event: CaptureEvent) {}

    /// Notes that the session has ended, with the reason if it is an error.
    func end(_ error: (any Error)?) {}
}

/// The way of frames from an input to an output of a session.
public final class AVCaptureConnection: Sendable {
    /// The output.
    public var output: AVCaptureOutput? { outputs.withLock { $0.output } }
    /// The input.
    public let input: AVCaptureInput

    private struct Outputs: Sendable {
        weak var output: AVCaptureOutput?
        var isEnabled = true
    }

    private let outputs: Mutex<Outputs>

    init(_ input: AVCaptureInput, _ output: AVCaptureOutput) {
        self.input = input
        outputs = Mutex(Outputs(output: output))
    }

    /// Whether frames are passed on. True at first.
    public var isEnabled: Bool {
        get { outputs.withLock { $0.isEnabled } }
        set { outputs.withLock { $0.isEnabled = newValue } }
    }
}
