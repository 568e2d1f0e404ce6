import Anonymising
import CommandOutput
import CoreImage
import Foundation
import PictureBatches
import Synchronization
import VideoExchange

/// Finds the faces of a video in a first pass, and hides them in a second one.
package struct VideoAnonymiser: Sendable {
    /// What takes the place of faces.
    package var recipe = AnonymousFaces.standard
    /// How thoroughly frames are searched.
    package var thoroughness = FaceSearch.Thoroughness()
    /// The distance of searched frames; nil for about eight frames a second.
    package var every: Int?
    /// The time in seconds before the first and after the last sight of a face for which it is hidden, too.
    package var hold = 0.5
    /// The number of frames that are searched at a time.
    package var jobs = 1

    /// Creates an anonymiser with the default settings.
    package init() {}

    /// Writes the video with hidden faces. Sound is copied; other pictures, subtitles, and notes, which can show or
    /// name people, are left out.
    ///
    /// - Throws: `Refusal`, `VideoFileError`, `CIDetectionError`, or `PictureRunFailure.interrupted`.
    package func run(
        _ input: VideoInput, to destination: VideoDestination, _ settings: VideoSettings,
        _ interruption: VideoInterruption, progress: ProgressLine?
    ) throws -> AnonymisedVideoReport {
        let stopwatch = Stopwatch()
        guard input.isSeekable else {
            throw Refusal("\(input.name): the video is read twice, which a pipe can't be; write it to a file")
        }
        var settings = settings
        settings.stripsNotes = true
        let kept = input.description.streams.filter { $0.kind == .audio && $0.codec != "none" }
        settings.requiresCopied = false
        settings.copied = .numbers(kept.map(\.index))
        let edit = VideoEdit(input, to: destination, settings)
        let context = try CIContext(checking: [.cacheIntermediates: false])
        let survey = try FaceSurvey(thoroughness, jobs: max(jobs, 1), context: context)
        let distance = max(every ?? Int((edit.sourceFrameRate / 8).rounded()), 1)
        let number = Mutex(0)
        try edit.look(context, interruption, progress: progress) { frame, seconds in
            let index = number.withLock { number in
                defer { number += 1 }
                return number
            }
            if index % distance == 0 { try await survey.look(at: frame, seconds: seconds) }
        }
        let found = try WaitingForTask.result { try await survey.finish() }
        try interruption.check()
        let paths = HiddenFaces.paths(found, hold: hold)
        let report = try edit.run(
            HiddenFaces(recipe: recipe, paths: paths), interruption, progress: progress, keepsNotesOfStreams: false)
        let others = input.description.streams.filter { stream in
            stream.index != input.stream?.index && !kept.contains { $0.index == stream.index }
                && !input.description.isChapterTrack(stream)
        }
        return AnonymisedVideoReport(
            report, paths, searchedFrames: found.count, omitted: others, name: input.name,
            isStream: destination.kind == .stream, seconds: stopwatch.seconds)
    }
}
