import ArgumentParser
import CoreImage
import Foundation
import ImageFiles
import UntrustedInput

/// `coreimage enhance`: applies automatic adjustments to pictures.
struct EnhanceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enhance",
        abstract: "Improve pictures: red eyes, skin, colours, tone; on request turned level and cropped.",
        discussion: """
            A small copy of the picture is looked at: its histogram, faces, and metadata. What is wrong is put right by filters, and nothing is done \
            where nothing is wrong. Everything is computed in one pass over the pixels.

            --explain prints the filters with their settings, how light the picture is before and after, and how it would be computed, and \
            writes no picture. --save-recipe stores the filters, so that `coreimage apply --recipe` uses them without looking again.

            Several pictures, and those in folders, go to a folder, or to names made by a pattern such as 'out/{folder}/{name}-better.{ext}', as \
            with `coreimage apply`; one that fails stops no other. --json then prints a line for each picture as it is finished, with input, \
            output, width, height, seconds and filters, or error. --deadline holds for each picture, --memory for all together. \
            INPUT - is standard input, at most 1 GiB, and OUTPUT - standard output, in the format that --format says.

            EXAMPLES
              coreimage enhance in.jpg -o out.jpg
              coreimage enhance photos --recursive -o better --jobs 4 --json > report.jsonl
              coreimage enhance in.jpg --explain
              coreimage enhance in.jpg -o out.jpg --level --crop
              coreimage enhance flash.jpg -o out.jpg --only-red-eye
              coreimage enhance in.jpg --save-recipe look.json && coreimage apply in.jpg --recipe look.json -o out.jpg

            EXIT CODES
              0   done
              1   refused, or the one result could not be written; the reason is on standard error
              2   some of several pictures failed and were not written; the others were
              64  wrong usage
              130 several pictures were interrupted; those that were begun are complete
            """)

    @Argument(
        help: ArgumentHelp(
            "The picture to read, or several, and folders of pictures; - for standard input.", valueName: "input"))
    var inputs: [String]

    @Option(
        name: [.short, .customLong("output")],
        help:
            "The file to write: .jpg, .png, .tif, .heic, .exr …; a folder or a pattern for several; - for standard output."
    )
    var output: String?

    @Flag(help: "Print what would be done, and write no picture.")
    var explain = false

    @Flag(
        help:
            "Print an object with the filters; with --explain, also with light and passes. With several pictures, a line for each."
    )
    var json = false

    @Flag(help: "Turn the picture level, where its lines say that it isn't.")
    var level = false

    @Flag(help: "Crop the picture around the faces in it.")
    var crop = false

    @Flag(help: "Leave red eyes.")
    var noRedEye = false

    @Flag(help: "Repair red eyes, and leave colours and tone.")
    var onlyRedEye = false

    @Option(
        name: .customLong("save-recipe"),
        help: ArgumentHelp("The file to store the filters in: .json or .plist.", valueName: "recipe"))
    var recipe: String?

    @OptionGroup var finish: FinishOptions

    @OptionGroup var batch: PictureRunOptions

    @OptionGroup var quality: QualityOption

    @OptionGroup var pictures: PictureOptions

    @Option(help: PictureDepth.help)
    var depth: PictureDepth?

    @Option(
        help: ArgumentHelp(
            "Most memory for pixels that are computed, such as 256M or 2G." + MemorySize.uncounted, valueName: "size"))
    var memory: MemorySize?

    @OptionGroup var deadline: DeadlineOption

    @Flag(help: "Print nothing and show no progress.")
    var quiet = false

    func validate() throws {
        if inputs.contains("") { throw ValidationError("an input's name is empty; name a picture or a folder") }
        if output == nil && !explain && recipe == nil {
            throw ValidationError("no file to write is given: add -o OUTPUT, or --explain to see what would be done")
        }
        if explain && output != nil { throw ValidationError("--explain writes no picture: leave it or -o out") }
        if noRedEye && onlyRedEye { throw ValidationError("--no-red-eye and --only-red-eye leave nothing to do") }
        if let memory, memory.bytes < MemorySize.least {
            throw ValidationError(memory.refusal())
        }
        try checkDestination()
    }

    private func checkDestination() throws {
        let destination = try output.map { try batch.destination($0, for: inputs) }
        let isList = if case .files? = destination { true } else { ResultDestination.isList(inputs) }
        try destination?.check(depth, format: try batch.format.imageFormat())
        if isList && (explain || recipe != nil) {
            throw ValidationError("--explain and --save-recipe take one picture and one file; name them")
        }
        if json, case .standardOutput? = destination {
            throw ValidationError("--json prints on standard output, which -o - takes for the picture; leave one out")
        }
    }

    func run() throws {
        try refusing {
            let destination = try output.map { try batch.destination($0, for: inputs) }
            if case .files(let names)? = destination {
                try enhancePictures(names)
            } else {
                try deadline.bounding { try enhance(destination) }
            }
        }
    }

    private func enhance(_ destination: ResultDestination?) throws {
        let notes = DistinctNotes()
        let source = try pictures.inputPicture(inputs[0], notes: notes)
        let enhancer = enhancer(notes)
        let filters = try enhancer.filters(for: source)
        let result = try enhancer.image(of: source, through: filters)
        if let recipe { try enhancer.recipe(of: filters, for: source).write(to: PathText(recipe).fileURL()) }
        switch destination {
        case .standardOutput(let format)?:
            let finished = try finish.finished(result.framed(to: nil, like: source), of: source)
            try limit.check(finished.image)
            try outputPicture(ResultDestination.standard)
                .writeToStandardOutput(finished, as: format, like: source)
        case .file(let path)?:
            let finished = try finish.finished(result.framed(to: nil, like: source), of: source)
            try limit.check(finished.image)
            try report(filters, of: source, result)
            try outputPicture(path, showsProgress: !quiet).write(finished, like: source)
        case .files?, nil: try report(filters, of: source, result)
        }
    }

    /// Twice the memory that detecting faces needs in addition to the picture, in bytes.
    private static let memoryPerJob = 1 << 30

    private func enhancePictures(_ names: ResultNames) throws {
        let list = try batch.list(inputs, names)
        let jobs = min(
            try batch.jobCount(memory: memory, memoryPerJob: Self.memoryPerJob), list.entries.count)
        let (context, notes) = (try rendering.context(jobs: jobs), DistinctNotes())
        let enhancer = enhancer(notes)
        try PictureBatch(list: list, jobs: jobs, deadline: deadline, json: json, quiet: quiet).run { entry in
            let format = try ImageFileWriter.format(for: entry.output)
            let source = try pictures.inputPicture(entry.input.path, notes: notes)
            let filters = try enhancer.filters(for: source)
            let result = try enhancer.image(of: source, through: filters)
            let finished = try finish.finished(result.framed(to: nil, like: source), of: source)
            try limit.check(finished.image)
            try outputPicture(entry.output.path, replaces: batch.overwrite)
                .write(finished, like: source, in: context)
            return .init(
                size: finished.size(in: format), details: ["filters": filters.map { SetFilter($0).json }])
        }
    }

    private func enhancer(_ notes: DistinctNotes) -> PictureEnhancer {
        PictureEnhancer(
            repairsRedEyes: !noRedEye, enhances: !onlyRedEye, levels: level, crops: crop, notes: notes)
    }

    private var limit: ResultSizeLimit { ResultSizeLimit(allowed: pictures.pixelLimit) }

    private var rendering: RenderingSettings {
        RenderingSettings(memory: memory, deadline: deadline.seconds, threads: batch.threads)
    }

    private func outputPicture(_ path: String, showsProgress: Bool = false, replaces: Bool = true) -> OutputPicture {
        OutputPicture(
            path: path, depth: depth, quality: quality.fraction, rendering: rendering, showsProgress: showsProgress,
            replaces: replaces)
    }

    private func report(_ filters: [CIFilter], of source: CIImage, _ result: CIImage) throws {
        let made = filters.map(SetFilter.init)
        if json {
            var object: [String: Any] = ["filters": made.map(\.json)]
            if explain {
                object["light"] = [
                    "before": try LightSummary(of: source).json, "after": try LightSummary(of: result).json,
                ]
                object["passes"] = try explanation(of: result, like: source).passCount
            }
            return try JSONText.print(object)
        }
        if quiet { return }
        try StandardOutput.print(
            made.isEmpty ? "nothing to improve" : "\(made.count) adjustment\(made.count == 1 ? "" : "s")")
        for filter in made { try StandardOutput.print(filter.text) }
        guard explain else { return }
        try StandardOutput.print("\nlight before  " + (try LightSummary(of: source).text))
        try StandardOutput.print("light after   " + (try LightSummary(of: result).text) + "\n")
        try StandardOutput.print(explanation(of: result, like: source).description, terminator: "")
    }

    private func explanation(of result: CIImage, like source: CIImage) throws -> CIImageExplanation {
        let picture = FinishedPicture(image: result, isOpaque: result.isOpaque)
        return try outputPicture("").explanation(of: picture, as: nil, like: source)
    }
}
