import ArgumentParser
import CoreImage
import FilterChains
import Foundation
import ImageUnits
import UnitAuthoring
import UntrustedInput

/// `coreimage units watch UNIT`: builds a unit and renders a preview on every save.
struct UnitsWatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Build an image unit on every save, and render a preview through it.",
        usage: """
            coreimage units watch UNIT --preview IN -o OUT [--filter NAME] [--set key=value …] [--max-pixels N]
            """,
        discussion: """
            Where a save doesn't compile, the diagnostics are printed and the last good picture stays. The preview always is a whole file. \
            Filters with machine code run in a process of their own, so that one that crashes doesn't end the watching. Ctrl-C ends it.

            EXAMPLES
              coreimage units watch WarmGlow --preview photo.jpg -o preview.png
              coreimage units watch WarmGlow --preview photo.jpg -o preview.jpg --set amount=0.5 color=#ffcc80
            """)

    @Argument(help: "The folder of the unit's sources.")
    var unit: String

    @Option(help: ArgumentHelp("The picture to try the filter on.", valueName: "file"))
    var preview: String

    @Option(
        name: [.short, .customLong("output")], help: ArgumentHelp("The file to write: .jpg, .png …", valueName: "file"))
    var output: String

    @Option(help: ArgumentHelp("The filter to show; the unit's first by name when left out.", valueName: "name"))
    var filter: String?

    @Option(
        name: .customLong("set"), parsing: .upToNextOption,
        help: ArgumentHelp("Settings of the filter, as 'coreimage apply' takes them.", valueName: "key=value"))
    var settings: [String] = []

    @Option(help: ArgumentHelp("Most pixels of the preview; larger pictures are scaled down once.", valueName: "n"))
    var maxPixels = 1_000_000

    @Option(
        help: ArgumentHelp(
            "How code is compiled: debug or release; as this command was when left out.", valueName: "name"))
    var configuration: BuildConfiguration = .ofHost

    func validate() throws {
        if maxPixels < 1 { throw ValidationError("--max-pixels \(maxPixels): write at least 1") }
        _ = try validating { try ChainStep.parse(["filter"] + settings) }
        if settings.contains(where: { $0.hasSuffix(",") }) {
            throw ValidationError("--set: write key=value, without commas behind it")
        }
    }

    func run() throws {
        try refusing {
            let sources = try UnitSources(folder: unit)
            let out = PathText(output).fileURL().standardizedFileURL
            if out.path.hasPrefix(sources.resources.path + "/") { throw AuthoringError.outputInsideUnit(out.path) }
            let session = try WatchSession(
                sources: sources, configuration: configuration,
                preview: UnitPreview(
                    picture: PathText(preview).fileURL(), output: out,
                    filter: filter, settings: settings, maxPixels: maxPixels))
            try session.run()
        }
    }
}
