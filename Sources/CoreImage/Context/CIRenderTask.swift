import Foundation
import Pixels
import Rendering

/// What a finished rendering did. Immutable, and safe to share between threads.
open class CIRenderInfo: NSObject, @unchecked Sendable {
    private let statistics: RenderingStatistics

    init(_ statistics: RenderingStatistics) { self.statistics = statistics }

    /// Seconds spent on computing pixels.
    open var kernelExecutionTime: TimeInterval { statistics.executionSeconds }
    /// Seconds spent before, on making the recipe cheaper and on compiling its kernels.
    open var kernelCompileTime: TimeInterval { statistics.preparationSeconds }
    /// How often pixels went from memory to memory: 1 where the whole recipe was joined.
    open var passCount: Int { statistics.passCount }
    /// Pixels computed by all steps of all passes, margins included: more than the destination has.
    open var pixelsProcessed: Int { statistics.pixelCount }

    /// The figures.
    open override var description: String {
        "<CIRenderInfo: \(passCount) passes, \(pixelsProcessed) pixels, \(kernelExecutionTime * 1000) ms>"
    }
}

/// A rendering under way. Thread-safe.
open class CIRenderTask: NSObject, @unchecked Sendable {
    private let control: RenderingControl
    private let condition = NSCondition()
    private var result: Result<CIRenderInfo, any Error>?
    private var fraction = 0.0
    private var completions: [@Sendable (Result<CIRenderInfo, any Error>) -> Void] = []

    /// Starts on a thread of its own.
    init(_ rendering: DestinationRendering, with renderer: Renderer) {
        let report = Report()
        control = RenderingControl { report.task?.advance(to: $0) }
        super.init()
        report.task = self
        let control = control
        // The deadline of this thread's work must hold for the other one, too.
        let meter = WorkMeter.current
        DispatchQueue.global(qos: .userInitiated).async {
            self.finish(
                with: Result {
                    try WorkMeter.$current.withValue(meter) { try rendering.run(with: renderer, control: control) }
                })
        }
    }

    /// Waits for the end of the rendering, as often as wanted.
    ///
    /// - Throws: `RenderingError`, the error of a failed recipe, or `CancellationError` after `cancel()`.
    open func waitUntilCompleted() throws -> CIRenderInfo {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let result { return try result.get() }
            condition.wait()
        }
    }

    /// Ends the rendering soon: within a tenth of a second `waitUntilCompleted()` throws `CancellationError`. The
    /// destination's pixels are undefined then.
    open func cancel() { control.cancel() }

    /// What is done, from 0 to 1; never less than before.
    open var progress: Double { condition.withLock { fraction } }

    /// Calls `body` when the rendering has ended, on the thread that rendered, or at once.
    func whenCompleted(_ body: @escaping @Sendable (Result<CIRenderInfo, any Error>) -> Void) {
        let done = condition.withLock { () -> Result<CIRenderInfo, any Error>? in
            if result == nil { completions.append(body) }
            return result
        }
        if let done { body(done) }
    }

    private func advance(to value: Double) { condition.withLock { fraction = max(fraction, value) } }

    private func finish(with value: Result<CIRenderInfo, any Error>) {
        let bodies = condition.withLock {
            result = value
            if case .success = value { fraction = 1 }
            condition.broadcast()
            defer { completions = [] }
            return completions
        }
        for body in bodies { body(value) }
    }

    /// Breaks the circle of a task and what it hears from.
    private final class Report: @unchecked Sendable {
        // Set before the rendering starts.
        weak var task: CIRenderTask?
    }
}
