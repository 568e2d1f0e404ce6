import ArgumentParser
import CoreImage
import Foundation
import UntrustedInput

/// `coreimage enhance`: a picture with automatic adjustments.
struct EnhanceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enhance",
        abstract: "Improve a picture: red eyes, skin, colours, tone; on request turned level and cropped.",
        discussion: """
            A small copy of the picture is looked at: its histogram, faces, and metadata. What is wrong is put right by filters, and nothing is done \
            where nothing is wrong. Everything is computed in one pass over the pixels.

            --explain prints the filters with their settings, how light the picture is before and after, and how it would be computed, and \
            writes no picture. --save-recipe stores the filters, so that `coreimage apply --recipe` uses them without looking again.

            EXAMPLES
              coreimage enhance in.jpg -o out.jpg
              coreimage enhance in.jpg --explain
              coreimage enhance in.jpg -o out.jpg --level --crop
              coreimage enhance flash.jpg -o out.jpg --only-red-eye
              coreimage enhance in.jpg --save-recipe look.json && coreimage apply in.jpg --recipe look.json -o out.jpg
            """)

    @Argument(help: "The picture to read.")
    var input: String

    @Option(name: [.short, .customLong("output")], help: "The file to write: .jpg, .png, .tif, .heic, .exr …")
    var output: String?

    @Flag(help: "Print what would be done, and write no picture.")
    var explain = false

    @Flag(help: "Print an object with the filters; with --explain, also with light and passes.")
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

    @OptionGroup var quality: QualityOption

    @OptionGroup var pictures: PictureOptions

    @Option(help: ArgumentHelp("Bits of a colour component: 8, 16 or float.", valueName: "depth"))
    var depth: PictureDepth?

    @Option(help: ArgumentHelp("Most memory for pixels, such as 256M or 2G.", valueName: "size"))
    var memory: MemorySize?

    @OptionGroup var deadline: DeadlineOption

    @Flag(help: "Print nothing and show no progress.")
    var quiet = false

    func validate() throws {
        if output == nil && !explain && recipe == nil {
            throw ValidationError("no file to write is given: add -o OUTPUT, or --explain to see what would be done")
        }
        if explain && output != nil { throw ValidationError("--explain writes no picture: leave it or -o out") }
        if noRedEye && onlyRedEye { throw ValidationError("--no-red-eye and --only-red-eye leave nothing to do") }
        if let memory, memory.bytes < MemorySize.least {
            throw ValidationError("--memory: \(memory.bytes) bytes are too few; give at least 16M")
        }
    }

    func run() throws {
        try refusing { try deadline.bounding(enhance) }
    }

    private func enhance() throws {
        let source = try pictures.picture(input)
        let filters = try filters(for: source)
        let result = try filters.reduce(source) { image, filter in
            filter.setValue(image, forKey: kCIInputImageKey)
            return try filter.renderableOutput()
        }
        if let recipe { try save(filters, of: source, to: recipe) }
        try report(filters, of: source, result)
        guard let output else { return }
        let picture = OutputPicture(
            path: output, depth: depth, quality: quality.fraction, memory: memory,
            deadline: deadline.seconds, showsProgress: !quiet)
        try picture.write(
            ApplyCommand.framed(result, to: nil, like: source).settingProperties(source.properties), like: source)
    }

    /// The adjustments. Where no engine finds faces the others are made, and the reason is said.
    private func filters(for source: CIImage) throws -> [CIFilter] {
        var options: [CIImageAutoAdjustmentOption: Any] = [
            .redEye: !noRedEye, .enhance: !onlyRedEye, .level: level, .crop: crop,
        ]
        do { return try source.checkedAutoAdjustmentFilters(options: options) } catch let error as CIDetectionError {
            if onlyRedEye || crop { throw error }
            StandardError.print("coreimage: faces aren't looked for: \(error)")
            options[.features] = [CIFeature]()
            return try source.checkedAutoAdjustmentFilters(options: options)
        }
    }

    /// Stores the filters; a picture that nothing would improve has a recipe that leaves pictures as they are.
    private func save(_ filters: [CIFilter], of source: CIImage, to path: String) throws {
        let recipe =
            try filters.isEmpty
            ? CIRecipe(source, placeholders: [CIRecipe.imageName: source]) : CIRecipe(filters: filters)
        try recipe.write(to: PathText(path).fileURL())
    }

    private func report(_ filters: [CIFilter], of source: CIImage, _ result: CIImage) throws {
        let made = filters.map(SetFilter.init)
        if json {
            var object: [String: Any] = ["filters": made.map(\.json)]
            if explain {
                object["light"] = [
                    "before": try LightSummary(of: source).json, "after": try LightSummary(of: result).json,
                ]
                object["passes"] = try explanation(of: result).passCount
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
        try StandardOutput.print(explanation(of: result).description, terminator: "")
    }

    private func explanation(of result: CIImage) throws -> CIImageExplanation {
        try result.explain(format: (depth ?? .eight).format(alpha: !result.isOpaque))
    }
}
