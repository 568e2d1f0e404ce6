import CommandOutput
import CoreImage
import CoreImageVideo
import Foundation
import Synchronization
import Transitions
import UntrustedInput
import VideoExchange
import VideoFiles

/// Joins two videos: the end of the first one becomes the start of the second one by a transition.
///
/// The result has the size, the colours, the notes and the frame rate of the first video, unless the settings say
/// otherwise. Frames of the second one are scaled to fit into that size, and centred on black. Both are upright. Sound
/// is that of the first video until the transition begins, and then that of the second one, if both have the same codec
/// and parameters.
package struct VideoTransition: Sendable {
    /// The two videos.
    package let first: VideoInput
    package let second: VideoInput
    /// The transition's name and its settings, as `key=value`.
    package let filter: String
    package let words: [String]
    /// The duration of the transition in seconds.
    package let duration: Double
    /// The speed of the transition.
    package let timing: TransitionTimeline.Timing

    let destination: VideoDestination
    let settings: VideoSettings

    /// Creates a transition.
    package init(
        from first: VideoInput, to second: VideoInput, filter: String, settings words: [String], duration: Double,
        timing: TransitionTimeline.Timing, destination: VideoDestination, _ settings: VideoSettings
    ) {
        (self.first, self.second, self.filter, self.words) = (first, second, filter, words)
        (self.duration, self.timing, self.destination, self.settings) = (duration, timing, destination, settings)
    }

    /// The codec of the result.
    var codec: VideoEncoding.Codec { settings.codec ?? VideoSettings.usualCodec(of: destination.container) }

    /// What is read of the two videos.
    struct Plan {
        var first: FilteringRequest
        var tail: FilteringRequest
        var second: FilteringRequest
        /// The frames of the transition, and its start in the result.
        var frames: Int
        var start: RationalTime
        /// The sound of the two videos.
        var sound: JoinedSound
        var framings: (first: VideoFraming.Plan, second: VideoFraming.Plan)
        var seconds: (first: Double, second: Double)
    }

    /// Writes the result.
    ///
    /// - Throws: `Refusal`, `VideoFileError`, an error of the transition, or `PictureRunFailure.interrupted`.
    package func run(
        _ interruption: VideoInterruption, progress: ProgressLine?
    ) throws -> VideoTransitionReport {
        let plan = try plan()
        let context = try CIContext(checking: [.cacheIntermediates: false])
        let counter = FrameCounter(progress)
        let joining = Mutex<JoiningSink?>(nil)
        let whole = plan.seconds.first + plan.seconds.second
        let rate = plan.first.frameDuration?.inverse
        let format = Mutex<FrameFormat?>(nil)
        let one = try FilteredVideo(
            first.source, plan.first, context: context,
            report: { counter.show($0 * plan.seconds.first / whole) },
            filter: { frame, _ in
                try interruption.check()
                counter.add()
                return FilteredImage(try plan.framings.first.image(of: frame))
            })
        do {
            try interruption.whileCancelling({ one.cancel() }) {
                _ = try WaitingForTask.result {
                    try await one.run { writing, frames in
                        var writing = writing
                        writing.chapters += self.chapters(from: plan.start)
                        format.withLock { $0 = frames }
                        let sink = JoiningSink(
                            try destination.open(writing, frames, frameRate: rate),
                            soundBase: plan.sound.first?.timeBase)
                        joining.withLock { $0 = sink }
                        return JoiningSink.Part(whole: sink, start: .zero, soundBase: plan.sound.first?.timeBase)
                    }
                }
            }
            guard let sink = joining.withLock({ $0 }), let format = format.withLock({ $0 }) else {
                throw Refusal("\(first.name): there is nothing before the transition")
            }
            try runSecond(plan, sink, context, counter, interruption, whole)
            let summary = try sink.finish()
            return VideoTransitionReport(
                self, destination, plan.sound, sink.omissions, format, summary, frames: sink.frameCount,
                packets: sink.packetCount, transitionFrames: plan.frames, start: plan.start.seconds,
                duration: Double(sink.frameCount) / (rate?.value ?? 25), seconds: counter.seconds)
        } catch {
            let sink = joining.withLock { $0 }
            if settings.keepsFinishedPart, let sink, sink.frameCount > 0 {
                do { _ = try sink.finish() } catch { try? sink.keepFinishedPart() }
            }
            sink?.cancel()
            throw error
        }
    }

    private func runSecond(
        _ plan: Plan, _ sink: JoiningSink, _ context: CIContext, _ counter: FrameCounter,
        _ interruption: VideoInterruption, _ whole: Double
    ) throws {
        let feed = try FrameFeed(first.source, plan.tail, context)
        let place = Mutex((index: 0, last: CIImage?.none))
        let two = try FilteredVideo(
            second.source, plan.second, context: context,
            report: { counter.show((plan.seconds.first + $0 * plan.seconds.second) / whole) },
            filter: { frame, _ in
                try interruption.check()
                counter.add()
                let target = try plan.framings.second.image(of: frame)
                let index = place.withLock { place in
                    defer { place.index += 1 }
                    return place.index
                }
                guard index < plan.frames else {
                    feed.cancel()
                    return FilteredImage(target)
                }
                // The first video can end some frames early, if it states a wrong duration.
                var source = place.withLock { $0.last }
                if let next = try await feed.next() {
                    let image = try plan.framings.first.image(of: next)
                    source = image
                    place.withLock { $0.last = image }
                }
                guard let source else { return FilteredImage(target) }
                let time = timing.time(Double(index) / Double(plan.frames))
                let frames = try TransitionFrames(from: source, to: target, filter: filter, settings: words)
                return FilteredImage(try frames.image(at: time))
            })
        try interruption.whileCancelling({
            two.cancel()
            feed.cancel()
        }) {
            _ = try WaitingForTask.result {
                try await two.run { _, _ in
                    JoiningSink.Part(whole: sink, start: plan.start, soundBase: plan.sound.second?.timeBase)
                }
            }
        }
    }
}
