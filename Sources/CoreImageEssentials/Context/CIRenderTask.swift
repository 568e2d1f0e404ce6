import Foundation
import Pixels
import Rendering
import Synchronization

/// Statistics of a finished rendering. Immutable and thread-safe.
open class CIRenderInfo: NSObject, @unchecked Sendable {
    private let statistics: RenderingStatistics

    init(_ statistics: RenderingStatistics) { self.statistics = statistics }

    /// The time spent on computing pixels, in seconds.
    open var kernelExecutionTime: TimeInterval { statistics.executionSeconds }
    /// The time spent on optimising the recipe and compiling its kernels, in seconds.
    open var kernelCompileTime: TimeInterval { statistics.preparationSeconds }
    /// The number of passes over the pixels; 1 if the whole recipe was fused.
    open var passCount: Int { statistics.passCount }
    /// The number of pixels computed by all steps of all passes, including margins. It is usually larger than the
    /// number of pixels in the destination.
    open var pixelsProcessed: Int { statistics.pixelCount }

    /// The statistics as text.
    open override var description: String {
        "<CIRenderInfo: \(passCount) passes, \(pixelsProcessed) pixels, \(kernelExecutionTime * 1000) ms>"
    }
}

/// A rendering that runs in the background. Thread-safe.
open class CIRenderTask: NSObject, @unchecked Sendable {
    private let control: RenderingControl
    private let condition = NSCondition()
    private var result: Result<CIRenderInfo, any Error>?
    private var fraction = 0.0
    private var completions: [@Sendable (Result<CIRenderInfo, any Error>) -> Void] = []

    /// Starts the rendering on a background thread.
    init(_ rendering: DestinationRendering, with renderer: Renderer) {
        let weakTask = WeakTask()
        control = RenderingControl { weakTask.task?.advance(to: $0) }
        super.init()
        weakTask.task = self
        let control = control
        let work = PendingRendering(rendering, renderer)
        // The other thread's work must count against the deadline of this thread's work.
        let meter = WorkMeter.current
        DispatchQueue.global(qos: .userInitiated).async {
            self.finish(
                with: Result { try WorkMeter.$current.withValue(meter) { try work.run(control: control) } })
        }
    }

    /// Waits until the rendering has ended. May be called any number of times.
    ///
    /// - Returns: Statistics of the rendering.
    /// - Throws: `RenderingError`, the error of a failed recipe, or `CancellationError` after `cancel()`.
    open func waitUntilCompleted() throws -> CIRenderInfo {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let result { return try result.get() }
            condition.wait()
        }
    }

    /// Cancels the rendering. Within a tenth of a second `waitUntilCompleted()` throws `CancellationError`.
    ///
    /// The destination's pixels are undefined afterwards.
    open func cancel() { control.cancel() }

    /// The completed fraction of the rendering, from 0 to 1. It never decreases.
    open var progress: Double { condition.withLock { fraction } }

    /// Calls `body` on the rendering thread when the rendering ends, or at once if it has ended.
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

    /// The rendering until it begins. What it uses is released before its end is told, since an application may close
    /// its device then.
    private final class PendingRendering: Sendable {
        private let parts: Mutex<(DestinationRendering, Renderer)?>

        init(_ rendering: DestinationRendering, _ renderer: Renderer) { parts = Mutex((rendering, renderer)) }

        func run(control: RenderingControl) throws -> CIRenderInfo {
            let taken = parts.withLock { parts in
                defer { parts = nil }
                return parts
            }
            guard let (rendering, renderer) = taken else { throw CancellationError() }
            return try rendering.run(with: renderer, control: control)
        }
    }

    /// A weak reference to the task for the progress callback, which avoids a reference cycle.
    private final class WeakTask: @unchecked Sendable {
        // Set before the rendering starts.
        weak var task: CIRenderTask?
    }
}
