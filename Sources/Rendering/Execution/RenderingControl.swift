import Dispatch
import Pixels
import Synchronization

/// One rendering as seen from outside: cancels it, hears of its progress, and knows afterwards what it did.
///
/// For one rendering only. Thread-safe.
public final class RenderingControl: Sendable {
    private struct State {
        var statistics = RenderingStatistics()
        var reported = 0.0
        var reportedAt: UInt64 = 0
        // The part of the picture that is being rendered, as fractions of the whole.
        var start = 0.0
        var length = 1.0
        var doneWork = 0.0
        var totalWork = 1.0
        // The step that was being computed when the rendering was stopped.
        var stoppedStep: String?
    }

    /// At most so many reports of progress a second.
    private static let reportsPerSecond: UInt64 = 50

    /// What the rendering's work is counted and stopped by.
    let meter: WorkMeter
    private let tiles = Atomic<Int>(0)
    private let pixels = Atomic<Int>(0)
    private let state = Mutex(State())
    private let progress: (@Sendable (Double) -> Void)?

    /// A control.
    ///
    /// - Parameter progress: called from rendering threads, one call at a time, with what is done: growing numbers from 0 to 1, at
    ///   most fifty a second; 1 comes last and only when all is done. It must be quick, and must not use this control.
    public convenience init(progress: (@Sendable (Double) -> Void)? = nil) {
        self.init(meter: WorkMeter(), progress: progress)
    }

    /// A control with a meter of its own.
    init(meter: WorkMeter, progress: (@Sendable (Double) -> Void)? = nil) {
        (self.meter, self.progress) = (meter, progress)
    }

    /// Ends the rendering within a tenth of a second, wherever it is; it throws `CancellationError`.
    public func cancel() { meter.stop(.cancelled) }

    /// Whether somebody has cancelled the rendering, or the Swift task that called it.
    public var isCancelled: Bool { meter.reason == .cancelled || Task.isCancelled }

    /// Does the rendering's work within its limits.
    ///
    /// - Throws: what `body` throws; in place of it, where the work was stopped, why: `CancellationError`, `RenderingError.deadlineExceeded` or
    ///   `.stepLimitExceeded`.
    func perform<Result>(deadline: Duration?, steps: Int?, _ body: () throws -> Result) throws -> Result {
        meter.begin(deadline: deadline, steps: steps, within: WorkMeter.current)
        do {
            return try WorkMeter.$current.withValue(meter) {
                try meter.checkTime()
                return try body()
            }
        } catch {
            throw stop ?? error
        }
    }

    /// Why the rendering was stopped; nil where it wasn't.
    private var stop: (any Error)? {
        let step = state.withLock { $0.stoppedStep }
        return switch meter.reason {
        case .cancelled: CancellationError()
        case .deadline(let limit): RenderingError.deadlineExceeded(limit: limit, overrun: meter.overrun, step: step)
        case .steps(let limit): RenderingError.stepLimitExceeded(limit: limit, step: step)
        case nil: nil
        }
    }

    /// Notes the step in which a thread found that the rendering was stopped; the first one counts.
    func stopped(in step: String) {
        guard meter.reason != nil else { return }
        state.withLock { if $0.stoppedStep == nil { $0.stoppedStep = step } }
    }

    /// What has been done up to now.
    public var statistics: RenderingStatistics {
        var result = state.withLock { $0.statistics }
        result.tileCount = tiles.load(ordering: .relaxed)
        result.pixelCount = pixels.load(ordering: .relaxed)
        return result
    }

    func finishedTile(of area: Int, computing pixelCount: Int) {
        tiles.wrappingAdd(1, ordering: .relaxed)
        pixels.wrappingAdd(pixelCount, ordering: .relaxed)
        guard let progress else { return }
        state.withLock { state in
            state.doneWork += Double(area)
            let fraction = min(1, state.doneWork / state.totalWork)
            let now = DispatchTime.now().uptimeNanoseconds
            let done = state.start + state.length * fraction
            guard done > state.reported, done < 1 else { return }
            guard now - state.reportedAt >= 1_000_000_000 / Self.reportsPerSecond else { return }
            (state.reported, state.reportedAt) = (done, now)
            progress(done)
        }
    }

    /// What follows is a part of the picture that takes `work` tile pixels, from one fraction of the whole to another.
    func beginPart(from start: Double, to end: Double, work: Int) {
        state.withLock { state in
            (state.start, state.length) = (start, end - start)
            (state.doneWork, state.totalWork) = (0, Double(max(1, work)))
        }
    }

    /// All is done.
    func finish() {
        state.withLock { state in
            guard let progress, state.reported < 1 else { return }
            state.reported = 1
            progress(1)
        }
    }

    func finishedPass(name: String, bytes: Int, seconds: Double) {
        state.withLock {
            $0.statistics.passes.append(RenderingStatistics.Pass(name: name, byteCount: bytes, seconds: seconds))
        }
    }

    func prepared(in seconds: Double) { state.withLock { $0.statistics.preparationSeconds += seconds } }

    func reusedIntermediate() { state.withLock { $0.statistics.reusedIntermediateCount += 1 } }
}
