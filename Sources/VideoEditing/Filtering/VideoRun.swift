import CommandOutput
import Foundation
import PictureBatches
import Synchronization
import UntrustedInput

/// Works on videos one after the other, and reports the results. An error in one doesn't stop the others.
package struct VideoRun {
    /// What an edit has done.
    package protocol Report: Sendable {
        /// Notes for standard error.
        var notes: [String] { get }
        /// Lines for people.
        var text: String { get }
        /// An object for scripts.
        var json: [String: Any] { get }
    }

    private let list: VideoList
    private let keepsFinishedPart: Bool
    private let json: Bool
    private let quiet: Bool

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - json: Whether objects are printed instead of texts.
    ///   - quiet: Whether texts and the progress are left out.
    package init(list: VideoList, keepsFinishedPart: Bool, json: Bool, quiet: Bool) {
        (self.list, self.keepsFinishedPart, self.json, self.quiet) = (list, keepsFinishedPart, json, quiet)
    }

    /// Works on all videos.
    ///
    /// - Parameter work: Writes the result of a video.
    /// - Throws: The error of the only video; `PictureRunFailure`.
    package func run(
        _ work: (VideoList.Entry, VideoInterruption, ProgressLine?) throws -> any Report
    ) throws {
        let interruption = VideoInterruption(keepsFinishedPart: keepsFinishedPart)
        let current = Mutex<String?>(nil)
        let observer = SignalObserver {
            // After the second signal nothing is waited for; files in progress have no names yet.
            if interruption.isRequested, !keepsFinishedPart || interruption.isRequestedTwice { _exit(130) }
            guard !interruption.request(), let path = current.withLock({ $0 }) else { return }
            // Standard input can keep the opening of a video waiting for any time.
            StandardError.print("coreimage: interrupted; nothing was written to \(path)")
            _exit(130)
        }
        defer { observer.cancel() }
        var failures: [String] = []
        for name in list.refused {
            try note(name, "its name isn't UTF-8; rename the file, for instance with convmv", &failures)
        }
        for entry in list.entries {
            let progress = quiet ? nil : ProgressLine.onTerminal()
            defer { progress?.finish() }
            let before = Self.number(entry)
            current.withLock { $0 = entry.destination.path }
            do {
                let report = try interruption.whileOpening { try work(entry, interruption, progress) }
                progress?.finish()
                try show(report, entry)
            } catch PictureRunFailure.interrupted {
                progress?.finish()
                printInterruption(entry, before)
                throw PictureRunFailure.interrupted
            } catch let error as OutputFailure {
                throw error
            } catch {
                progress?.finish()
                let isKept = keepsFinishedPart && Self.isKept(entry, before)
                let reason = VideoErrorText(
                    keepsFinishedPart: keepsFinishedPart, keptPath: isKept ? entry.destination.path : nil
                ).text(of: error)
                guard list.isList else { throw Refusal(reason) }
                try note(entry.input, reason, &failures)
            }
        }
        guard !failures.isEmpty else { return }
        let count = list.entries.count + list.refused.count
        if count > 1 {
            StandardError.print("coreimage: \(failures.count) of \(count) videos failed and were not written")
        }
        throw PictureRunFailure.failedPictures
    }

    /// Reports a video of a list that failed.
    private func note(_ input: String, _ reason: String, _ failures: inout [String]) throws {
        let text = reason.hasPrefix(input) ? reason : "\(input): \(reason)"
        failures.append(text)
        StandardError.print("coreimage: \(text)")
        if json { try JSONText.printLine(["input": input, "error": reason]) }
    }

    private func show(_ report: any Report, _ entry: VideoList.Entry) throws {
        for note in report.notes { StandardError.print("coreimage: \(note)") }
        if json {
            try list.isList ? JSONText.printLine(report.json) : JSONText.print(report.json)
        } else if !quiet, !entry.destination.isStandardOutput {
            try StandardOutput.print(report.text)
        }
    }

    /// The file's number, which changes when it is replaced.
    private static func number(_ entry: VideoList.Entry) -> UInt? {
        var information = stat()
        return stat(PathText(entry.destination.path).fileURL().path, &information) == 0 ? UInt(information.st_ino) : nil
    }

    /// Whether there is a file that wasn't there before.
    private static func isKept(_ entry: VideoList.Entry, _ before: UInt?) -> Bool {
        !entry.destination.isStandardOutput && number(entry) != before
    }

    private func printInterruption(_ entry: VideoList.Entry, _ before: UInt?) {
        let path = entry.destination.path
        let outcome =
            if entry.destination.isStandardOutput, keepsFinishedPart {
                "what was finished went to standard output"
            } else {
                Self.isKept(entry, before) ? "what was finished is in \(path)" : "nothing was written to \(path)"
            }
        StandardError.print("coreimage: interrupted; \(outcome)")
    }
}

extension VideoEditReport: VideoRun.Report {}
