import CommandOutput
import CoreImage
import Foundation
import ImageFiles

/// Makes a result of one picture, or of each of several, and writes the results.
package struct PictureProcessing: Sendable {
    /// The options of a command for reading, computing and writing.
    package struct Settings: Sendable {
        package var reader: PictureReader
        /// The size that results are cropped to, or nil.
        package var size: PictureSize?
        package var finish: PictureFinish
        package var depth: PictureDepth?
        /// The quality for lossy formats, 0 to 1.
        package var quality: Double?
        package var memory: MemorySize?
        package var threads: Int?
        package var deadline: RenderingDeadline?
        package var jobs: JobCount
        /// Whether folders inside of input folders are searched.
        package var isRecursive = false
        /// The format of all results. Nil for those of their names.
        package var format: ImageFileFormat?
        /// Whether existing files are replaced by one of several results.
        package var replaces = false
        /// Whether a line of JSON is printed for each of several results, instead of a summary.
        package var printsJSON = false
        package var isQuiet = false

        package init(reader: PictureReader, finish: PictureFinish, jobs: JobCount) {
            (self.reader, self.finish, self.jobs) = (reader, finish, jobs)
        }
    }

    private let settings: Settings
    private let inputs: [String]
    /// The destination of the results. Nil if nothing is written.
    package let destination: ResultDestination?
    /// Whether there may be several pictures.
    package let isList: Bool

    /// Determines the destination of the results. Nothing is written yet.
    ///
    /// - Parameter output: The value of `-o`.
    /// - Throws: `UsageError` for an output that doesn't match the inputs, or a depth that it can't have.
    package init(inputs: [String], output: String?, settings: Settings) throws(UsageError) {
        (self.inputs, self.settings) = (inputs, settings)
        guard let output else {
            (destination, isList) = (nil, ResultDestination.isList(inputs))
            return
        }
        let destination = try ResultDestination(output, inputs: inputs, format: settings.format)
        try destination.check(settings.depth, format: settings.format)
        isList = if case .files = destination { true } else { ResultDestination.isList(inputs) }
        self.destination = destination
    }

    /// Runs the command's work: `one` for one result, or `each` for each of several pictures.
    ///
    /// - Parameters:
    ///   - memoryPerJob: The observed memory of one of several pictures, in bytes.
    ///   - prepare: Returns what the work needs. Called once.
    ///   - each: Returns the result for a picture, and additional fields for its line of JSON. Called on several
    ///     threads concurrently.
    package func run<Preparation: Sendable>(
        memoryPerJob: Int, preparing prepare: () throws -> Preparation,
        one: (Preparation, DistinctNotes) throws -> Void,
        each: @Sendable (Preparation, CIImage, DistinctNotes) throws -> (image: CIImage, details: [String: Any])
    ) throws {
        let notes = DistinctNotes()
        guard case .files(let names)? = destination else {
            return try RenderingDeadline.bounding(settings.deadline?.duration) { try one(prepare(), notes) }
        }
        let list = try PictureList(
            inputs: inputs, names: names, isRecursive: settings.isRecursive, format: settings.format)
        if !settings.replaces { try list.checkNothingIsReplaced() }
        let jobs = min(
            try settings.jobs.count(memory: settings.memory, memoryPerJob: memoryPerJob), list.entries.count)
        let (preparation, context) = (try prepare(), try rendering.context(jobs: jobs))
        let batch = PictureBatch(
            list: list, jobs: jobs, deadline: settings.deadline, json: settings.printsJSON, quiet: settings.isQuiet)
        try batch.run { entry in
            // An unsupported output name is the cheapest check, so it comes first.
            let format = try ImageFileWriter.format(for: entry.output)
            let source = try settings.reader.inputPicture(entry.input.path, notes: notes)
            let (result, details) = try each(preparation, source, notes)
            let finished = try checked(result, of: source)
            try file(entry.output.path, replaces: settings.replaces).write(finished, like: source, in: context)
            return .init(size: finished.size(in: format), details: details)
        }
    }

    /// Returns the only input picture, or nil if there is none.
    package func source(notes: DistinctNotes) throws -> CIImage? {
        try inputs.first.map { try settings.reader.inputPicture($0, notes: notes) }
    }

    /// Returns a result as it would be written.
    package func finished(_ result: CIImage, of source: CIImage?) throws -> FinishedPicture {
        try settings.finish.finished(result.framed(to: settings.size, like: source), of: source)
    }

    /// Returns a result as it is written.
    ///
    /// - Throws: `Refusal` if it is too large.
    package func checked(_ result: CIImage, of source: CIImage?) throws -> FinishedPicture {
        let finished = try finished(result, of: source)
        try ResultSizeLimit(allowed: settings.reader.pixelLimit).check(finished.image)
        return finished
    }

    /// Writes the only result.
    package func write(_ picture: FinishedPicture, like source: CIImage?) throws {
        switch destination {
        case .file(let path)?: try file(path, showsProgress: !settings.isQuiet).write(picture, like: source)
        case .standardOutput(let format)?:
            try file(ResultDestination.standardOutputArgument)
                .writeToStandardOutput(picture, as: format, like: source)
        case .files?, nil: break
        }
    }

    /// Explains how a result would be rendered for the destination, or to memory if there is none.
    package func explanation(of picture: FinishedPicture, like source: CIImage?) throws -> CIImageExplanation {
        try file("").explanation(of: picture, as: destination?.format, like: source)
    }

    private var rendering: RenderingSettings {
        RenderingSettings(memory: settings.memory, deadline: settings.deadline?.seconds, threads: settings.threads)
    }

    private func file(_ path: String, showsProgress: Bool = false, replaces: Bool = true) -> OutputPicture {
        OutputPicture(
            path: path, depth: settings.depth, quality: settings.quality, rendering: rendering,
            showsProgress: showsProgress, replaces: replaces)
    }
}
