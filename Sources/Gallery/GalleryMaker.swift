import CoreImage
import Foundation
import Synchronization

/// Renders filters and recipes on a picture, and writes pages that show them.
package struct GalleryMaker: Sendable {
    /// The folder for pages and pictures. It is created if it doesn't exist.
    private let folder: URL
    private let unitFolders: [String]
    private let settings: [String: [String]]

    /// Creates a maker for a folder.
    ///
    /// - Parameters:
    ///   - unitFolders: Folders of image units, as they appear in the shown commands.
    ///   - settings: Settings to show in addition to those of `CIFilterExample`, by the filter's name.
    package init(folder: URL, unitFolders: [String], settings: [String: [String]] = [:]) {
        (self.folder, self.unitFolders, self.settings) = (folder, unitFolders, settings)
    }

    /// Renders the filters, and the recipes if `withRecipes` is set. `progress` is called with the completed fraction,
    /// on any thread.
    package func make(
        filters: [String], picture: CIImage?, withRecipes: Bool, progress: @escaping @Sendable (Double) -> Void
    ) throws -> GalleryContents {
        for name in ["pictures", "filters", "companions"] {
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
        }
        let context = CIContext(options: [.cacheIntermediates: false])
        let painter = try GalleryPainter(
            scene: GalleryScene.image(from: picture), folder: folder, context: context)
        for companion in GalleryCompanion.all { try companion.write(to: folder, with: context) }
        let scene = try CIImage(loading: folder.appendingPathComponent(GalleryScene.path))
        let maker = GalleryEntryMaker(
            folder: folder, unitFolders: unitFolders, settings: settings, scene: scene, painter: painter)
        let recipes = withRecipes ? GalleryRecipe.all : []
        let total = Double(max(filters.count + recipes.count, 1))
        let made = Mutex<[Int: GalleryEntry]>([:])
        DispatchQueue.concurrentPerform(iterations: filters.count) { index in
            let entry = maker.entry(for: filters[index])
            let count = made.withLock { made in
                made[index] = entry
                return made.count
            }
            progress(Double(count) / total)
        }
        let rendered = self.rendered(recipes, of: scene, with: painter) { index in
            progress(Double(filters.count + index + 1) / total)
        }
        let entries = made.withLock { made in filters.indices.compactMap { made[$0] } }
        let contents = GalleryContents(entries: entries, recipes: rendered)
        try GalleryPages(contents: contents).write(to: folder)
        return contents
    }

    private func rendered(
        _ recipes: [GalleryRecipe], of scene: CIImage, with painter: GalleryPainter, progress: (Int) -> Void
    ) -> [GalleryRecipe.Rendered] {
        if recipes.isEmpty { return [] }
        let pictures = GalleryRecipe.Pictures(
            scene: scene, dusk: Landscape.dusk.image(in: GalleryScene.frame),
            people: Result { try GalleryPeople(scene: scene, context: painter.context) })
        return recipes.enumerated().map { index, recipe in
            defer { progress(index) }
            return recipe.rendered(of: pictures, with: painter)
        }
    }
}
