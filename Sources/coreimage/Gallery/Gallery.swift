import CoreImage
import Foundation
import Synchronization

/// Renders filters and recipes on a picture, and writes the pages that show them.
struct Gallery: Sendable {
    /// Where pages and pictures go; made when it isn't there.
    let folder: URL
    /// Folders of image units, as the shown commands have to name them.
    let unitFolders: [String]
    /// Settings to show filters with beside those of `TellingSettings`, by name.
    var settings: [String: [String]] = [:]

    /// What was made.
    struct Result: Sendable {
        let entries: [GalleryEntry]
        let recipes: [GalleryRecipe.Rendered]
    }

    /// Renders the filters, and the recipes if asked to. `progress` is told what part is done.
    func make(
        filters: [String], picture: CIImage?, withRecipes: Bool, progress: @escaping @Sendable (Double) -> Void
    ) throws -> Result {
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
        let result = Result(entries: entries, recipes: rendered)
        try GalleryPages(result: result).write(to: folder)
        return result
    }

    private func rendered(
        _ recipes: [GalleryRecipe], of scene: CIImage, with painter: GalleryPainter, progress: (Int) -> Void
    ) -> [GalleryRecipe.Rendered] {
        if recipes.isEmpty { return [] }
        let pictures = GalleryRecipe.Pictures(
            scene: scene, dusk: Landscape.dusk.image(in: GalleryScene.frame),
            people: Swift.Result { try GalleryPeople(scene: scene, context: painter.context) })
        return recipes.enumerated().map { index, recipe in
            defer { progress(index) }
            return recipe.rendered(of: pictures, with: painter)
        }
    }
}
