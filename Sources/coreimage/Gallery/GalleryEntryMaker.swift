import CoreImage
import Foundation

/// Renders one filter after the other for the gallery. Thread-safe: each call makes its own filters.
struct GalleryEntryMaker: Sendable {
    let folder: URL
    let unitFolders: [String]
    let settings: [String: [String]]
    let scene: CIImage
    let painter: GalleryPainter

    /// The filter's facts and renderings; what goes wrong is told in the renderings.
    func entry(for name: String) -> GalleryEntry {
        let listing = FilterListing(named: name)
        let categories = listing?.categories ?? []
        var renderings = [rendering(of: name, at: 0, categories) { try GalleryVariation(defaultsOf: name) }]
        for (index, settings) in ((TellingSettings.table[name] ?? []) + (self.settings[name] ?? [])).enumerated() {
            renderings.append(
                rendering(of: name, at: index + 1, categories) { try GalleryVariation(settings, of: name) })
        }
        return GalleryEntry(
            name: name, displayName: listing?.displayName ?? name,
            summary: CIFilter.localizedDescription(forFilterName: name) ?? "", categories: categories,
            origin: listing?.origin ?? "application",
            inputs: CIFilter(name: name).map { FilterDescriptionText(of: $0).inputs } ?? [], renderings: renderings)
    }

    private func rendering(
        of name: String, at index: Int, _ categories: [String], _ makeVariation: () throws -> GalleryVariation
    ) -> GalleryEntry.Rendering {
        let start = ContinuousClock.now
        var command: [String] = []
        var code = SwiftCode(typed: nil, named: "")
        var title = "at its defaults"
        do {
            let variation = try makeVariation()
            title = variation.title
            let readsScene = try Self.readsScene(variation)
            command = self.command(variation, readsScene: readsScene, size: false)
            code = try SwiftCode(of: variation, bounds: nil)
            let image = try ChainBuilder(input: readsScene ? scene : nil, folder: folder).image(for: variation.steps)
            let frame = try Self.frame(of: image, filter: name, categories: categories)
            if frame.isCut && !(readsScene && image.extent.isInfinite) {
                command = self.command(variation, readsScene: readsScene, size: true)
            }
            code = try SwiftCode(of: variation, bounds: frame.isCut ? frame.shown : nil)
            let file = "pictures/\(GalleryEntry.fileName(name))-\(index)"
            let picture = try painter.paint(image, shown: frame.shown, file: file, since: start)
            return .init(
                title: title, command: command, typedCode: code.typed, namedCode: code.named, outcome: .success(picture)
            )
        } catch {
            return .init(
                title: title, command: command, typedCode: code.typed, namedCode: code.named,
                outcome: .failure(Refusal(StandardError.text(of: error))))
        }
    }

    /// Whether a step takes the picture.
    private static func readsScene(_ variation: GalleryVariation) throws -> Bool {
        if variation.steps.contains(where: { $0.settings.contains { $0.value == "@input" } }) { return true }
        guard let first = variation.steps.first else { return false }
        let filter = try FilterName.filter(named: first.filter)
        guard filter.inputKeys.contains(kCIInputImageKey) else { return false }
        return !first.settings.contains { $0.key == "image" || $0.key == kCIInputImageKey }
    }

    private func command(_ variation: GalleryVariation, readsScene: Bool, size: Bool) -> [String] {
        var words = ["coreimage", "apply"]
        if readsScene { words.append(GalleryScene.path) }
        words += ["-o", "result.png"]
        if size { words += ["--size", "\(Int(GalleryScene.frame.width))x\(Int(GalleryScene.frame.height))"] }
        for folder in unitFolders { words += ["--units", URL(fileURLWithPath: folder).standardizedFileURL.path] }
        return words + ["--"] + variation.words
    }

    /// Most pixels that a side of a picture may have.
    private static let longest: CGFloat = 800

    /// What is shown of a result: all of it where the effect is about its shape, else what lies in the picture's frame.
    private static func frame(of image: CIImage, filter: String, categories: [String]) throws
        -> (shown: CGRect, isCut: Bool)
    {
        let extent = image.extent
        guard !extent.isEmpty else { throw Refusal("\(filter) makes an empty image of this picture") }
        let fits = extent.width <= longest && extent.height <= longest
        let main = categories.first ?? ""
        let isShape = [kCICategoryGeometryAdjustment, kCICategoryGenerator, kCICategoryReduction].contains(main)
        let visible = image.cropped(to: GalleryScene.frame).extent
        if fits, isShape || TellingSettings.whole.contains(filter) || visible != GalleryScene.frame {
            return (extent.integral, false)
        }
        guard !visible.isEmpty else { throw Refusal("\(filter) shows nothing in the frame of this picture") }
        return (visible.integral, extent != visible)
    }
}
