import ArgumentParser
import CoreImage
import Foundation
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
            let names = try chosenFilters()
            let picture = try input.map(pictures.uprightPicture)
            let folder = PathText(output).fileURL(isDirectory: true)
            let line = ProgressLine.onTerminal()
            let gallery = Gallery(folder: folder, unitFolders: units.folders, settings: try ownSettings())
            let isWhole = filters.isEmpty && categories.isEmpty
            let result = try gallery.make(filters: names, picture: picture, withRecipes: isWhole) { line?.show($0) }
            line?.finish()
            if json {
                try JSONText.print(GalleryReport(result: result).json)
            } else {
                let count = result.entries.count
                try StandardOutput.print(
                    "\(folder.appendingPathComponent("index.html").path): \(count) filter\(count == 1 ? "" : "s")")
            }
            for recipe in result.recipes {
                if let lack = recipe.lack { StandardError.print("coreimage: \(recipe.title) has no pictures: \(lack)") }
            }
            let problems = GalleryReport(result: result).problems(checkingPictures: check)
            for problem in problems { StandardError.print("coreimage: \(problem)") }
            if !problems.isEmpty { throw ExitCode(1) }
        }
    }

    /// Returns the settings from the options, by the filter's name.
    private func ownSettings() throws -> [String: [String]] {
        var result: [String: [String]] = [:]
        for text in settings {
            let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
            guard let first = parts.first else {
                throw ValidationError("--settings: write a filter's name and its settings")
            }
            result[try FilterName.filter(named: first).name, default: []].append(parts.count > 1 ? parts[1] : "")
        }
        return result
    }

    /// Returns the names of the filters to show, sorted by category and name.
    private func chosenFilters() throws -> [String] {
        let wanted = try categories.map(FilterListing.category(named:))
        let listed = CIFilter.filterNames(inCategories: wanted)
        var names = listed
        if !filters.isEmpty {
            let asked = try Set(filters.map { try FilterName.filter(named: $0).name })
            names = listed.filter(asked.contains)
            if let missing = asked.subtracting(names).sorted().first {
                throw Refusal("\(missing) is not in the category asked for")
            }
        }
        return
            names
            .map {
                (
                    title: CIFilter.localizedName(forCategory: CIFilter.categories(forFilterName: $0).first ?? ""),
                    name: $0
                )
            }
            .sorted { ($0.title, $0.name) < ($1.title, $1.name) }.map(\.name)
    }
}

/// The result of a gallery, for scripts and for the exit code.
struct GalleryReport {
    let result: Gallery.Result

    /// An array with an object for each filter.
    var json: [[String: Any]] {
        result.entries.map { entry in
            let shown = entry.shown?.picture
            return [
                "name": entry.name, "page": entry.page, "file": shown?.file ?? NSNull(),
                "extent": shown.map { Self.json($0.extent) } ?? NSNull(),
                "milliseconds": shown?.milliseconds ?? NSNull(), "error": entry.error ?? NSNull(),
                "remark": entry.remark?.rawValue ?? NSNull(),
                "renderings": entry.renderings.map { rendering in
                    [
                        "title": rendering.title, "command": rendering.command,
                        "file": rendering.picture?.file ?? NSNull(), "error": rendering.error ?? NSNull(),
                        "typedCode": rendering.typedCode ?? NSNull(), "namedCode": rendering.namedCode,
                    ] as [String: Any]
                },
            ]
        }
    }

    /// Returns the filters and recipes without a picture. With `checkingPictures`, also those with an unexpected
    /// picture.
    func problems(checkingPictures: Bool) -> [String] {
        var problems: [String] = []
        for entry in result.entries {
            if let error = entry.error { problems.append("\(entry.name): \(error)") }
            if checkingPictures, let remark = entry.remark {
                problems.append("\(entry.name), \(entry.shown?.title ?? ""): the picture is \(remark.rawValue)")
            }
        }
        return problems + result.recipes.compactMap { recipe in recipe.error.map { "\(recipe.title): \($0)" } }
    }

    private static func json(_ extent: CGRect) -> Any {
        if extent.isInfinite { return "infinite" }
        return [extent.minX, extent.minY, extent.width, extent.height].map { Double($0) }
    }
}
