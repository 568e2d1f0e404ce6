import CoreImage
import Foundation

/// The result of a gallery, for scripts and for the exit code.
package struct GalleryReport {
    private let contents: GalleryContents

    package init(on contents: GalleryContents) { self.contents = contents }

    /// The number of filters.
    package var text: String { "\(contents.entries.count) filter\(contents.entries.count == 1 ? "" : "s")" }

    /// An array with an object for each filter.
    package var json: [[String: Any]] {
        contents.entries.map { entry in
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

    /// The recipes that can't be rendered on this machine.
    package var notes: [String] {
        contents.recipes.compactMap { recipe in
            recipe.missingDependency.map { "\(recipe.title) has no pictures: \($0)" }
        }
    }

    /// Returns the filters and recipes without a picture. With `checkingPictures`, also those with an unexpected
    /// picture.
    package func problems(checkingPictures: Bool) -> [String] {
        var problems: [String] = []
        for entry in contents.entries {
            if let error = entry.error { problems.append("\(entry.name): \(error)") }
            if checkingPictures, let remark = entry.remark {
                problems.append("\(entry.name), \(entry.shown?.title ?? ""): the picture is \(remark.rawValue)")
            }
        }
        return problems + contents.recipes.compactMap { recipe in recipe.error.map { "\(recipe.title): \($0)" } }
    }

    private static func json(_ extent: CGRect) -> Any {
        if extent.isInfinite { return "infinite" }
        return [extent.minX, extent.minY, extent.width, extent.height].map { Double($0) }
    }
}
