import CoreImageEssentials
import Synchronization

/// The key of the error in the notification `AVCaptureSession.runtimeErrorNotification`.
public let AVCaptureSessionErrorKey = "AVCaptureSessionErrorKey"

extension NSNotification.Name {
    /// A session can't start, or has ended because of an error, which is in `userInfo` with the key
    /// `AVCaptureSessionErrorKey`. The object is the session. Posted on any thread.
    public static let AVCaptureSessionRuntimeError = NSNotification.Name("AVCaptureSessionRuntimeErrorNotification")
    /// A session has started. The object is the session. Posted on any thread.
    public static let AVCaptureSessionDidStartRunning = NSNotification.Name(
        "AVCaptureSessionDidStartRunningNotification")
    /// A session has ended. The object is the session. Posted on any thread.
    public static let AVCaptureSessionDidStopRunning = NSNotification.Name(
        "AVCaptureSessionDidStopRunningNotification")
}

/// Passes frames from an input, which is a camera or a stream, to outputs.
///
/// ```swift
/// let session = AVCaptureSession()
/// guard let camera = AVCaptureDevice.default(for: .video) else { … }
/// session.addInput(try AVCaptureDeviceInput(device: camera))
/// let output = AVCaptureVideoDataOutput()
/// output.setSampleBufferDelegate(delegate, queue: queue)
/// session.addOutput(output)
/// session.startRunning()
/// ```
///
/// A session has one input and any number of outputs. A session that is released ends. Thread-safe.
public final class AVCaptureSession: Sendable {
    /// A session can't start, or has ended; see `NSNotification.Name.AVCaptureSessionRuntimeError`.
    public static let runtimeErrorNotification = NSNotification.Name.AVCaptureSessionRuntimeError
    /// A session has started.
    public static let didStartRunningNotification = NSNotification.Name.AVCaptureSessionDidStartRunning
    /// A session has ended.
    public static let didStopRunningNotification = NSNotification.Name.AVCaptureSessionDidStopRunning

    struct State: Sendable {
        var input: AVCaptureInput?
        var outputs: [AVCaptureOutput] = []
        var preset = Preset.high
        var run: CaptureRun?
        var configurationDepth = 0
        var mustRestart = false
    }

    let state = Mutex(State())
    /// The clock of the time stamps: the host's.
    public let synchronizationClock: CMClock? = .hostTimeClock

    /// Creates a session without inputs and outputs.
    public init() {}

    deinit { state.withLock { $0.run }?.stop() }

    /// The inputs: none or one.
    public var inputs: [AVCaptureInput] { state.withLock { $0.input }.map { [$0] } ?? [] }
    /// The outputs.
    public var outputs: [AVCaptureOutput] { state.withLock { $0.outputs } }
    /// The connections between the input and the outputs.
    public var connections: [AVCaptureConnection] { outputs.flatMap(\.connections) }

    /// Whether an input can be added: whether there is none yet, and it supports the preset.
    public func canAddInput(_ input: AVCaptureInput) -> Bool {
        state.withLock { $0.input == nil && input.supports($0.preset) }
    }

    /// Adds an input. If it can't be added, that is written to the log.
    public func addInput(_ input: AVCaptureInput) {
        change("the input \(input.name) can't be added") { state in
            guard state.input == nil, input.supports(state.preset) else { return false }
            state.input = input
            for output in state.outputs { output.connect(AVCaptureConnection(input, output)) }
            return true
        }
    }

    /// Removes an input. A running session ends with its input.
    public func removeInput(_ input: AVCaptureInput) {
        change("the input \(input.name) isn't one of the session's") { state in
            guard state.input === input else { return false }
            state.input = nil
            for output in state.outputs { output.connect(nil) }
            return true
        }
    }

    /// Whether an output can be added: whether it isn't one of a session's.
    public func canAddOutput(_ output: AVCaptureOutput) -> Bool {
        output.connections.isEmpty && !outputs.contains { $0 === output }
    }

    /// Adds an output. If it can't be added, that is written to the log.
    public func addOutput(_ output: AVCaptureOutput) {
        change("the output can't be added, as it is one of a session's") { state in
            guard output.connections.isEmpty, !state.outputs.contains(where: { $0 === output }) else { return false }
            state.outputs.append(output)
            if let input = state.input { output.connect(AVCaptureConnection(input, output)) }
            return true
        }
    }

    /// Removes an output.
    public func removeOutput(_ output: AVCaptureOutput) {
        change("the output isn't one of the session's") { state in
            guard state.outputs.contains(where: { $0 === output }) else { return false }
            state.outputs.removeAll { $0 === output }
            output.connect(nil)
            return true
        }
    }

    /// Whether the input supports a preset.
    public func canSetSessionPreset(_ preset: Preset) -> Bool {
        state.withLock { $0.input?.supports(preset) ?? true }
    }

    /// What the session sets the camera to. ``Preset/high`` at first. A preset that the input doesn't support is
    /// written to the log and has no effect.
    public var sessionPreset: Preset {
        get { state.withLock { $0.preset } }
        set {
            change("the input doesn't support \(newValue.rawValue)") { state in
                guard state.input?.supports(newValue) ?? true else { return false }
                state.preset = newValue
                return true
            }
        }
    }

    /// Collects changes until ``commitConfiguration()``. Pairs of calls can be nested.
    public func beginConfiguration() { state.withLock { $0.configurationDepth += 1 } }

    /// Applies the changes since ``beginConfiguration()`` at once: a running session is started again with them.
    public func commitConfiguration() {
        let mustRestart = state.withLock { state in
            state.configurationDepth = max(0, state.configurationDepth - 1)
            guard state.configurationDepth == 0 else { return false }
            defer { state.mustRestart = false }
            return state.mustRestart && state.run != nil
        }
        if mustRestart { restart() }
    }

    private func change(_ problem: String, _ body: (inout State) -> Bool) {
        let (isDone, mustRestart) = state.withLock { state in
            let isDone = body(&state)
            if isDone, state.configurationDepth > 0 { state.mustRestart = true }
            return (isDone, isDone && state.configurationDepth == 0 && state.run != nil)
        }
        if !isDone { logError(CaptureFailure(.unsupported, path: "AVCaptureSession", cause: problem)) }
        if mustRestart { restart() }
    }
}
