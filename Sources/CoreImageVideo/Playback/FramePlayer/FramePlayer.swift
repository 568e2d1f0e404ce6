import CoreImageEssentials
import Synchronization

/// Shows the frames of a source in real time: applies a chain of filters to each, renders it to a pixel buffer, and
/// passes it to a closure at its time.
///
/// A player does what an application does in the callback of a display link, for servers and other programs without
/// windows:
///
/// ```swift
/// let source = FramePlayer.Source.images(frameDuration: CMTime(value: 1, timescale: 30)) { time in scene(at: time) }
/// let player = FramePlayer(source: source) { frame in
///     try encoder.append(frame.pixelBuffer, at: frame.time)
/// }
/// try player.setFilters([CIFilter.sepiaTone(), CIFilter.vignette()])
/// player.play()
/// await player.waitUntilFinished()
/// print(player.statistics)
/// ```
///
/// **Time.** The first frame is shown as soon as it is ready, and the others at their times after it, multiplied by the
/// rate. A frame is rendered before its time, if possible. When filters or the closure are slower than the source, the
/// player drops the frames whose successors are due already, without rendering them, and shows the newest frame that is
/// due. So it never falls behind, and keeps at most a few frames in memory. ``statistics`` counts frames that were
/// shown, dropped, and shown late. Frames of cameras are shown as soon as they arrive.
///
/// **Filters** can be exchanged at any time, by ``chain`` or ``setFilters(_:)``. A frame is computed with one chain.
/// One frame that was rendered ahead can still follow with the chain before.
///
/// **Threads.** The chain and the closure are called on one thread of the player, one after the other. All methods are
/// thread-safe and can also be called from the closure. There is no sound. A player that is released stops.
public final class FramePlayer: Sendable {
    /// Returns what is shown of a frame, given the upright image of the source, whose lower left corner is at the
    /// origin, and its time in the source. An error ends the player.
    public typealias Chain = @Sendable (_ image: CIImage, _ time: CMTime) throws -> CIImage

    private let engine: FramePlayerEngine

    /// Creates a player, which doesn't play yet.
    ///
    /// - Parameters:
    ///   - source: Where frames come from.
    ///   - output: The pixel buffers to render to.
    ///   - context: The context that renders. Its memory and its colours are settings of the context.
    ///   - clock: The clock by which frames are shown. Tests use that of a ``SimulatedClock``.
    ///   - chain: What is done with each frame. The default shows frames as they are.
    ///   - sink: Called with each frame at its time. An error ends the player. While it runs, no frame is shown; it can
    ///     keep the pixel buffer, within the limit of ``Output/bufferLimit``.
    public init(
        source: Source, output: Output = Output(), context: CIContext = CIContext(), clock: CMClock = .hostTimeClock,
        chain: @escaping Chain = { image, _ in image }, sink: @escaping @Sendable (Frame) throws -> Void
    ) {
        engine = FramePlayerEngine(
            source: source, renderer: FrameRenderer(output, context, limit: output.bufferLimit), clock: clock,
            chain: chain, sink: sink)
    }

    deinit { engine.stop() }

    /// What is done with each frame. It is exchanged between two frames.
    public var chain: Chain {
        get { engine.chain }
        set { engine.chain = newValue }
    }

    /// Replaces the chain by filters, each of which gets the image of the one before it as `inputImage`.
    ///
    /// The filters are copied; later changes of their inputs have no effect until they are passed again.
    ///
    /// - Throws: A filter's `inputError`, such as that of a misspelt key, or `FramePlayerError` if a filter has no
    ///   input `inputImage`. The chain then stays as it was.
    public func setFilters(_ filters: [CIFilter]) throws { engine.chain = try FilterStack(filters).chain }

    /// Seconds of the source in a second of the clock: 1 at first. It takes effect at once, and while paused with the
    /// next ``play()``. Anything but a positive number is ignored.
    public var rate: Double {
        get { engine.rate }
        set { engine.setRate(newValue) }
    }

    /// Starts, or continues after ``pause()``. Without effect after the end.
    public func play() { engine.play() }

    /// Stops the time. The frame that is being rendered is shown after ``play()``.
    public func pause() { engine.pause() }

    /// Continues at another time of the source, as soon as the frame that is shown then is ready. Frames that were read
    /// ahead are given up. Cameras and streams can't be turned to another time: they end with an error, or ignore it.
    public func seek(to time: CMTime) { engine.seek(to: time) }

    /// Ends the player. When the method returns, the closure isn't running, unless the method was called by it.
    public func stop() { engine.stop() }

    /// What the player does.
    public var state: State { engine.currentState }

    /// The time of the source that is shown now.
    public var currentTime: CMTime { engine.timebase.time }

    /// What has been shown and dropped so far.
    public var statistics: Statistics { engine.statistics }

    /// Waits until the source ends, an error occurs, or the player is stopped. If the task is cancelled, the player is
    /// stopped.
    ///
    /// - Returns: The final state.
    @discardableResult
    public func waitUntilFinished() async -> State {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in engine.whenFinished { continuation.resume(returning: $0) } }
        } onCancel: {
            engine.stop()
        }
    }
}
