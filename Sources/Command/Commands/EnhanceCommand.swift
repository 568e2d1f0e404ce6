import ArgumentParser
import CommandOutput
import CoreImage
import Enhancement
import PictureBatches
import PictureInformation
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

    @Option(help: OptionHelp.depth)
    var depth: PictureDepth?

    @Option(
        help: ArgumentHelp(
            "Most memory for pixels that are computed, such as 256M or 2G." + OptionHelp.uncountedMemory,
            valueName: "size"))
    var memory: MemorySize?

    @OptionGroup var deadline: DeadlineOption

    @Flag(help: "Print nothing and show no progress.")
    var quiet = false

    func validate() throws {
        try InputKinds.checkPictures(inputs, command: "coreimage enhance")
        if inputs.contains("") { throw ValidationError("an input's name is empty; name a picture or a folder") }
        if output == nil && !explain && recipe == nil {
            throw ValidationError("no file to write is given: add -o OUTPUT, or --explain to see what would be done")
        }
        if explain && output != nil { throw ValidationError("--explain writes no picture: leave it or -o out") }
        if noRedEye && onlyRedEye { throw ValidationError("--no-red-eye and --only-red-eye leave nothing to do") }
        try validating {
            try memory?.check()
            try checkResults(processing())
        }
    }

    private func checkResults(_ processing: PictureProcessing) throws {
        if processing.isList && (explain || recipe != nil) {
            throw ValidationError("--explain and --save-recipe take one picture and one file; name them")
        }
        if json, processing.destination?.isStandardOutput == true {
            throw ValidationError("--json prints on standard output, which -o - takes for the picture; leave one out")
        }
    }

    /// Twice the memory that detecting faces needs in addition to the picture, in bytes.
    private static let memoryPerJob = 1 << 30

    func run() throws {
        try refusing {
            let processing = try processing()
            try processing.run(memoryPerJob: Self.memoryPerJob) {
                PictureEnhancer(repairsRedEyes: !noRedEye, enhances: !onlyRedEye, levels: level, crops: crop)
            } one: { enhancer, notes in
                guard let source = try processing.source(notes: notes) else { return }
                try enhance(source, with: enhancer, processing, notes)
            } each: { enhancer, source, notes in
                let filters = try enhancer.filters(for: source, notes: notes)
                return (
                    try enhancer.image(of: source, through: filters),
                    ["filters": filters.map { ConfiguredFilterReport($0).json }]
                )
            }
        }
    }

    private func enhance(
        _ source: CIImage, with enhancer: PictureEnhancer, _ processing: PictureProcessing, _ notes: DistinctNotes
    ) throws {
        let filters = try enhancer.filters(for: source, notes: notes)
        let result = try enhancer.image(of: source, through: filters)
        if let recipe { try enhancer.recipe(of: filters, for: source).write(to: PathText(recipe).fileURL()) }
        let finished = try processing.destination.map { _ in try processing.checked(result, of: source) }
        // On standard output the report would mix with the picture.
        if processing.destination?.isStandardOutput != true { try report(filters, of: source, result, processing) }
        if let finished { try processing.write(finished, like: source) }
    }

    private func processing() throws -> PictureProcessing {
        var settings = try batch.settings(pictures, finish)
        (settings.depth, settings.quality) = (depth, quality.fraction)
        (settings.memory, settings.deadline) = (memory, deadline.deadline)
        (settings.printsJSON, settings.isQuiet) = (json, quiet)
        return try PictureProcessing(inputs: inputs, output: output, settings: settings)
    }

    private func report(
        _ filters: [CIFilter], of source: CIImage, _ result: CIImage, _ processing: PictureProcessing
    ) throws {
        let reports = filters.map(ConfiguredFilterReport.init)
        func explanation() throws -> CIImageExplanation {
            try processing.explanation(of: FinishedPicture(image: result, isOpaque: result.isOpaque), like: source)
        }
        if json {
            var object: [String: Any] = ["filters": reports.map(\.json)]
            if explain {
                object["light"] = [
                    "before": try LightSummary(of: source).json, "after": try LightSummary(of: result).json,
                ]
                object["passes"] = try explanation().passCount
            }
            return try JSONText.print(object)
        }
        if quiet { return }
        try StandardOutput.print(
            reports.isEmpty ? "nothing to improve" : "\(reports.count) adjustment\(reports.count == 1 ? "" : "s")")
        for report in reports { try StandardOutput.print(report.text) }
        guard explain else { return }
        try StandardOutput.print("\nlight before  " + (try LightSummary(of: source).text))
        try StandardOutput.print("light after   " + (try LightSummary(of: result).text) + "\n")
        try StandardOutput.print(explanation().description, terminator: "")
    }
}
