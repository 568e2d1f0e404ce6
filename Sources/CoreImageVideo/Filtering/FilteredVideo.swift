import CoreImageEssentials
import Foundation
import PixelBuffers
import Synchronization
import VideoExchange
import VideoFiles

/// Filters the frames of a video into another one, and copies its other streams.
///
/// Decoding and encoding run in processes of their own, at the same time as frames are filtered and rendered. The next
/// frame is read while one is filtered; frames wait in memory that both processes share, so that the memory is bounded
/// whatever the length of the video. Nothing is left of the result after an error or a cancellation, unless the request
/// keeps what is finished. Thread-safe; it runs once.
package final class FilteredVideo: Sendable {
    private struct State: Sendable {
        var progress = 0.0
        var isCancelled = false
        var hasFrames = false
        var rendering: CIRenderTask?
        var filtering: FilteringTask?
        var sink: (any VideoSink)?
    }

    /// The format of the result's frames.
    package let format: FrameFormat
    /// The size of the result in pixels.
    package let renderSize: CGSize
    /// What is written. The first stream is that of the frames.
    package let writing: WritingRequest

    private let source: any VideoSource
    private let request: FilteringRequest
    private let plan: FilteringPlan
    private let filter: FrameFilter
    private let context: CIContext
    private let report: @Sendable (Double) -> Void
    private let state = Mutex(State())

    /// Plans the filtering of a source. Nothing is read or written before ``run(to:)``.
    ///
    /// - Parameters:
    ///   - source: Where frames come from.
    ///   - request: What is read and written.
    ///   - context: The context that renders frames whose filter names no other.
    ///   - report: Called with the completed fraction after each frame.
    ///   - filter: What is made of each frame.
    /// - Throws: An error of the kind `unsupported` or `invalidRequest`.
    package init(
        _ source: any VideoSource, _ request: FilteringRequest, context: CIContext,
        report: @escaping @Sendable (Double) -> Void = { _ in }, filter: @escaping FrameFilter
    ) throws(VideoFileError) {
        let request = request.timed(for: source.description)
        plan = try FilteringPlan(request, source.description, name: source.name)
        (self.source, self.request, self.context, self.filter) = (source, request, context, filter)
        (format, renderSize, writing, self.report) = (plan.format, plan.size, plan.writing, report)
    }

    /// The streams of the source.
    package var streams: [StreamDescription] { source.description.streams }

    /// The completed fraction, from 0 to 1. It never decreases.
    package var progress: Double { state.withLock { $0.progress } }

    /// Ends the work within a tenth of a second. ``run(to:)`` throws `CancellationError`, and nothing is left of the
    /// result. A filter that doesn't look whether its task is cancelled isn't waited for: it continues with the frame
    /// that it has, and what it makes of it isn't used.
    package func cancel() {
        let (filtering, rendering, sink) = state.withLock { state in
            state.isCancelled = true
            return (state.filtering, state.rendering, state.sink)
        }
        filtering?.cancel()
        rendering?.cancel()
        source.cancel()
        sink?.cancel()
    }

    /// Ends reading, even if the source waits for another program. ``run(to:)`` throws an error of the kind
    /// `cancelled`, and what is finished is kept if the request says so.
    package func endReading() { source.cancel() }

    /// Filters all frames.
    ///
    /// - Parameter open: Opens the sink, for ``writing`` and ``format``.
    /// - Throws: `VideoFileError`, the filter's error, an error of rendering, or `CancellationError`.
    @discardableResult
    package func run(
        to open: @escaping @Sendable (WritingRequest, FrameFormat) throws -> any VideoSink
    ) async throws -> FilteringSummary {
        try await withTaskCancellationHandler {
            do {
                return try await process(open)
            } catch {
                let (sink, isCancelled, hasFrames) = state.withLock { ($0.sink, $0.isCancelled, $0.hasFrames) }
                source.cancel()
                if let sink, request.keepsFinishedPart, !isCancelled, hasFrames { await keep(sink) }
                sink?.cancel()
                throw isCancelled ? CancellationError() : error
            }
        } onCancel: {
            cancel()
        }
    }

    /// Keeps the frames before an error. The encoder finishes them, unless it is what failed; then what it has written
    /// stays.
    private func keep(_ sink: any VideoSink) async {
        _ = try? await BlockingCalls("ending").run {
            do { _ = try sink.finish() } catch { try sink.keepFinishedPart() }
        }
    }

    private func process(
        _ open: @escaping @Sendable (WritingRequest, FrameFormat) throws -> any VideoSink
    ) async throws -> FilteringSummary {
        let (reading, writing) = (BlockingCalls("reading"), BlockingCalls("writing"))
        let input = try await reading.run { [source, plan] in try source.begin(plan.reading) }
        let sink = try await writing.run { [plan] in try open(plan.writing, plan.format) }
        let isCancelled = state.withLock { state in
            state.sink = sink
            return state.isCancelled
        }
        if isCancelled { throw CancellationError() }
        var run = FilteringRun(plan, request, input, sink, source.name)
        let items = run.items
        var ahead = Task { try await reading.run { try items.next() } }
        do {
            while let item = try await ahead.value {
                if run.isComplete { break }
                ahead = Task { try await reading.run { try items.next() } }
                try await take(item, &run, writing)
            }
        } catch {
            source.cancel()
            _ = await ahead.result
            await showHeldFrame(&run, writing)
            throw error
        }
        for output in try outputs({ () throws(TooManyRepetitions) in try run.schedule.finish() }) {
            try await show(output, &run, writing)
        }
        run.summary.damages = input.damages + run.misplaced
        guard run.summary.writtenFrames > 0 else {
            throw VideoFileError(
                .unsupported, file: source.name, cause: "there is no frame in the time range",
                remedy: "Check that the file has frames, and choose a range that contains some.")
        }
        let written = try await writing.run { try sink.finish() }
        run.summary.bytes = written.bytes
        advance(to: 1)
        return run.summary
    }

    private func take(_ item: FilteringRun.Item, _ run: inout FilteringRun, _ writing: BlockingCalls) async throws {
        switch item {
        case .frame(let frame):
            run.summary.readFrames += 1
            guard try run.isInOrder(frame) else { return }
            let outputs = try outputs { () throws(TooManyRepetitions) in
                try run.schedule.add(frame, time: frame.time, duration: frame.duration)
            }
            for output in outputs { try await show(output, &run, writing) }
        case .packet(let packet):
            guard let (packet, stream) = run.place(packet) else { return }
            let sink = run.sink
            try await writing.run { try sink.append(packet, to: stream) }
            run.summary.copiedPackets += 1
        }
    }

    /// Shows the frame that a grid holds until the next one, before an error ends a result whose finished part is kept.
    private func showHeldFrame(_ run: inout FilteringRun, _ writing: BlockingCalls) async {
        guard request.keepsFinishedPart, !state.withLock({ $0.isCancelled }) else { return }
        for output in (try? run.schedule.finish()) ?? FrameSchedule.Outputs() {
            guard (try? await show(output, &run, writing)) != nil else { return }
        }
    }

    private func outputs(
        _ schedule: () throws(TooManyRepetitions) -> FrameSchedule<SourceFrame>.Outputs
    ) throws(VideoFileError) -> FrameSchedule<SourceFrame>.Outputs {
        do throws(TooManyRepetitions) { return try schedule() } catch { throw error.error(in: source.name) }
    }

    /// Filters, renders and encodes a frame.
    private func show(
        _ output: FrameSchedule<SourceFrame>.Output, _ run: inout FilteringRun, _ writing: BlockingCalls
    ) async throws {
        let image = output.frame.image
        let filtered = try await filtered(image, output.sourceTime)
        let sink = run.sink
        try await writing.run { [self] in
            try sink.append(time: output.time, duration: output.duration) { buffer in
                try render(filtered, to: buffer)
            }
        }
        run.summary.writtenFrames += 1
        state.withLock { $0.hasFrames = true }
        if let seconds = plan.seconds {
            let done = (output.sourceTime.seconds - seconds.lowerBound) / (seconds.upperBound - seconds.lowerBound)
            advance(to: min(max(done, 0), 1))
        }
    }

    /// Filters a frame in a task of its own, which ``cancel()`` cancels, and for which nothing waits then.
    private func filtered(_ image: CIImage, _ time: RationalTime) async throws -> FilteredImage {
        let task = FilteringTask { [filter] in try await filter(image, time.time) }
        let isCancelled = state.withLock { state in
            state.filtering = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
        return try await task.value
    }

    private func render(_ filtered: FilteredImage, to buffer: CVPixelBuffer) throws {
        let destination = CIRenderDestination(pixelBuffer: buffer)
        let task = try (filtered.context ?? context).startTask(toRender: filtered.image, to: destination)
        let isCancelled = state.withLock { state in
            state.rendering = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
        _ = try task.waitUntilCompleted()
        state.withLock { $0.rendering = nil }
    }

    private func advance(to fraction: Double) {
        state.withLock { $0.progress = max($0.progress, fraction) }
        report(fraction)
    }
}
