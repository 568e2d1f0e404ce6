import ArgumentParser
import CommandOutput
import Foundation
import Gallery
import UntrustedInput

/// `coreimage gallery`: writes pages that show the effects of filters on a picture.
struct GalleryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gallery",
        abstract: "Render filters on a picture into pages for a browser.",
        usage: """
            coreimage gallery -o DIR [--filter NAME]… [--category NAME]… [--settings TEXT]… [--units DIR]…
                              [--check] [--json] [INPUT]
            """,
        discussion: """
            DIR/index.html shows every filter by category, with a search. A filter's page has the picture before and after, at the \
            filter's defaults and, where those show little, with telling settings; its inputs; and code to copy, as Swift and as a \
            command that works in DIR. INPUT is cut to 320 × 240 pixels; without it, a landscape is drawn. A filter that fails is shown \
            with its error, and the exit code is 1. Nothing on the pages is fetched from elsewhere. Recipes for faces take INPUT where faces \
            are found in it, and drawn people elsewhere; without detectors they have no pictures, and say so.

            EXAMPLES
              coreimage gallery -o gallery photo.jpg
              coreimage gallery -o gallery --category blur
              coreimage gallery -o mine --units build/units --filter Ripple --settings 'Ripple amplitude=9'
            """)

    @Argument(help: "The picture to filter; a drawn landscape when left out.")
    var input: String?

    @Option(
        name: [.short, .customLong("output")],
        help: ArgumentHelp("The folder to write; made if it isn't there.", valueName: "dir"))
    var output: String

    @Option(
        name: .customLong("filter"), parsing: .singleValue,
        help: ArgumentHelp("Only this filter. May be repeated.", valueName: "name"))
    var filters: [String] = []

    @Option(
        name: .customLong("category"), parsing: .singleValue,
        help: ArgumentHelp("Only filters in this category; repeated, in every one of them.", valueName: "name"))
    var categories: [String] = []

    @Option(
        name: .customLong("settings"), parsing: .singleValue,
        help: ArgumentHelp(
            "Settings to show a filter with, behind its name and in one argument: 'Ripple amplitude=9'. May be repeated.",
            valueName: "text"))
    var settings: [String] = []

    @Flag(help: "Also fail where a picture is empty, of one colour, or the same as before.")
    var check = false

    @Flag(help: "Print an array with an object for each filter: name, file, extent, milliseconds …")
    var json = false

    @OptionGroup var pictures: PictureOptions

    @OptionGroup var units: UnitOptions

    func run() throws {
        try refusing {
            try units.loadPrintingRefusals()
            let names = try GallerySelection.filters(named: filters, inCategories: categories)
            let picture = try input.map(pictures.reader.uprightPicture)
            let folder = PathText(output).fileURL(isDirectory: true)
            let gallery = GalleryMaker(
                folder: folder, unitFolders: units.folders, settings: try GallerySelection.settings(settings))
            let isWhole = filters.isEmpty && categories.isEmpty
            let line = ProgressLine.onTerminal()
            let report = GalleryReport(
                on: try gallery.make(filters: names, picture: picture, withRecipes: isWhole) { line?.show($0) })
            line?.finish()
            if json {
                try JSONText.print(report.json)
            } else {
                try StandardOutput.print("\(folder.appendingPathComponent("index.html").path): \(report.text)")
            }
            let problems = report.problems(checkingPictures: check)
            for text in report.notes + problems { StandardError.print("coreimage: \(text)") }
            if !problems.isEmpty { throw ExitCode(1) }
        }
    }
}
