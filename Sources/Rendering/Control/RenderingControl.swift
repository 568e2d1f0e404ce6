import Dispatch
import Pixels
import Synchronization

/// Cancels one rendering, reports its progress, and records its statistics.
///
/// Every rendering needs a new control. Thread-safe.
package final class RenderingControl: Sendable {
    private struct State {
        var statistics = RenderingStatistics()
        var reported = 0.0
        var reportedAt: UInt64 = 0
        // The part of the image that is being rendered, as fractions of the whole.
        var start = 0.0
        var length = 1.0
        var doneWork = 0.0
        var totalWork = 1.0
        // The step that was being computed when the rendering was stopped.
        var stoppedStep: String?
    }

    /// Maximum number of progress reports per second.
    private static let reportsPerSecond: UInt64 = 50

    /// Counts the rendering's work, and stops it.
    let meter: WorkMeter
    private let tiles = Atomic<Int>(0)
    private let pixels = Atomic<Int>(0)
    private let state = Mutex(State())
    private let progress: (@Sendable (Double) -> Void)?

    /// Creates a control.
    ///
    /// - Parameter progress: Called from rendering threads, one call at a time, with the completed fraction: increasing
    ///   numbers from 0 to 1, at most fifty per second. The number 1 comes last, and only when the rendering is
    ///   complete. The closure must return quickly, and must not use this control.
    package convenience init(progress: (@Sendable (Double) -> Void)? = nil) {
        self.init(meter: WorkMeter(), progress: progress)
    }

    /// Creates a control that uses `meter`.
    init(meter: WorkMeter, progress: (@Sendable (Double) -> Void)? = nil) {
        (self.meter, self.progress) = (meter, progress)
    }

    /// Stops the rendering within a tenth of a second, wherever it is. The rendering throws `CancellationError`.
    package func cancel() { meter.stop(.cancelled) }

    /// Whether the rendering, or the Swift task that called it, has been cancelled.
    package var isCancelled: Bool { meter.reason == .cancelled || Task.isCancelled }

    /// Calls `body`, which does the rendering's work, within limits.
    ///
    /// - Throws: The reason if the work was stopped: `CancellationError`, `RenderingError.deadlineExceeded` or
    ///   `.stepLimitExceeded`. Otherwise the error that `body` throws.
    func run<Result>(deadline: Duration?, work: Int?, _ body: () throws -> Result) throws -> Result {
        meter.begin(deadline: deadline, steps: work, within: WorkMeter.current)
        do {
            return try WorkMeter.$current.withValue(meter) {
                try meter.checkTime()
                return try body()
            }
        } catch {
            throw stopError ?? error
        }
    }

    /// The error for the reason that stopped the rendering; nil if it wasn't stopped.
    private var stopError: (any Error)? {
        let step = state.withLock { $0.stoppedStep }
        return switch meter.reason {
        case .cancelled: CancellationError()
        case .deadline(let limit): RenderingError.deadlineExceeded(limit: limit, overrun: meter.overrun, step: step)
        case .steps(let limit): RenderingError.stepLimitExceeded(limit: limit, step: step)
        case nil: nil
        }
    }

    /// Records the step in which a thread noticed that the rendering was stopped. Only the first call counts.
    func recordStop(in step: String) {
        guard meter.reason != nil else { return }
        state.withLock { if $0.stoppedStep == nil { $0.stoppedStep = step } }
    }

    /// Statistics of the work done so far.
    package var statistics: RenderingStatistics {
        var result = state.withLock { $0.statistics }
        result.tileCount = tiles.load(ordering: .relaxed)
        result.pixelCount = pixels.load(ordering: .relaxed)
        return result
    }

    /// Records a tile of `area` pixels, for which `pixelCount` pixels of all members of its pass were computed.
    func recordTile(of area: Int, computing pixelCount: Int) {
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

    /// Begins a band of `region`, which takes `work` tile pixels. Bands are rendered from the top.
    func beginPart(_ band: PixelRect, of region: PixelRect, work: Int) {
        let height = Double(region.height)
        state.withLock { state in
            state.start = Double(region.maxY - band.maxY) / height
            state.length = Double(region.maxY - band.y) / height - state.start
            (state.doneWork, state.totalWork) = (0, Double(max(1, work)))
        }
    }

    /// Reports that the rendering is complete.
    func finish() {
        state.withLock { state in
            guard let progress, state.reported < 1 else { return }
            state.reported = 1
            progress(1)
        }
    }

    /// Records a pass that has been computed, by a device if `device` is its name.
    func recordPass(name: String, bytes: Int, seconds: Double, device: String? = nil) {
        let pass = RenderingStatistics.Pass(name: name, byteCount: bytes, seconds: seconds, device: device)
        state.withLock { $0.statistics.passes.append(pass) }
    }

    /// Calls `body`, which prepares a recipe, and records its duration.
    func recordingPreparation<Result>(_ body: () throws -> Result) rethrows -> Result {
        let start = DispatchTime.now().uptimeNanoseconds
        let result = try body()
        let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
        state.withLock { $0.statistics.preparationSeconds += seconds }
        return result
    }

    /// Records that an intermediate of an earlier rendering was used.
    func recordReuse() { state.withLock { $0.statistics.reusedIntermediateCount += 1 } }
}
