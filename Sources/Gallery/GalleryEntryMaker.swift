import CommandOutput
import CoreImage
import FilterChains
import Foundation
import PictureBatches
import UntrustedInput

/// Renders filters for the gallery. Thread-safe, because each call creates its own filters.
struct GalleryEntryMaker: Sendable {
    let folder: URL
    let unitFolders: [String]
    let settings: [String: [String]]
    let scene: CIImage
    let painter: GalleryPainter

    /// Returns the filter's attributes and renderings. Errors are part of the renderings.
    func entry(for name: String) -> GalleryEntry {
        let listing = FilterListing(named: name)
        let categories = listing?.categories ?? []
        var renderings = [rendering(of: name, at: 0, categories) { try GalleryVariation(defaultsOf: name) }]
        for (index, settings) in (CIFilterExample.of(name).settings + (self.settings[name] ?? [])).enumerated() {
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
            command = self.command(variation, readsScene: readsScene, size: nil)
            code = try SwiftCode(of: variation, bounds: nil)
            let source = readsScene ? scene : nil
            let image = try ChainBuilder(input: source, folder: folder).image(for: variation.steps)
            let size = try Self.size(for: image, filter: name, categories: categories, hasSource: readsScene)
            command = self.command(variation, readsScene: readsScene, size: size)
            let framed = try image.framed(to: size, like: source)
            guard !framed.extent.isEmpty else { throw Refusal("\(name) shows nothing in the frame of this picture") }
            code = try SwiftCode(of: variation, bounds: framed.extent == image.extent ? nil : framed.extent)
            let file = "pictures/\(GalleryEntry.fileName(name))-\(index)"
            let picture = try painter.paint(framed, of: image.extent, file: file, since: start)
            return .init(
                title: title, command: command, typedCode: code.typed, namedCode: code.named, outcome: .success(picture)
            )
        } catch {
            return .init(
                title: title, command: command, typedCode: code.typed, namedCode: code.named,
                outcome: .failure(Refusal(StandardError.text(of: error))))
        }
    }

    /// Returns whether a step uses the gallery's picture.
    private static func readsScene(_ variation: GalleryVariation) throws -> Bool {
        if variation.steps.contains(where: { $0.settings.contains { $0.value == "@input" } }) { return true }
        guard let first = variation.steps.first else { return false }
        let filter = try FilterName.filter(named: first.filter)
        guard filter.inputKeys.contains(kCIInputImageKey) else { return false }
        return !first.settings.contains { $0.key == "image" || $0.key == kCIInputImageKey }
    }

    private func command(_ variation: GalleryVariation, readsScene: Bool, size: PictureSize?) -> [String] {
        var words = ["coreimage", "apply"]
        if readsScene { words.append(GalleryScene.path) }
        words += ["-o", "result.png"]
        if let size { words += ["--size", "\(size.width)x\(size.height)"] }
        for folder in unitFolders { words += ["--units", PathText(folder).fileURL().path] }
        return words + ["--"] + variation.words
    }

    /// The maximum width and height of a picture in pixels.
    private static let longest: CGFloat = 800

    /// Returns the size for the command's `--size`: the frame's size if the result extends beyond the frame and isn't
    /// shown as a whole, or nil.
    private static func size(for image: CIImage, filter: String, categories: [String], hasSource: Bool) throws
        -> PictureSize?
    {
        let extent = image.extent
        guard !extent.isEmpty else { throw Refusal("\(filter) makes an empty image of this picture") }
        let size = PictureSize(argument: "\(Int(GalleryScene.frame.width))x\(Int(GalleryScene.frame.height))")
        if extent.isInfinite { return hasSource ? nil : size }
        guard extent.width <= longest, extent.height <= longest else { return size }
        // All of a result is shown if its shape is the effect. A result that doesn't fill the frame counts as a shape
        // too.
        let isShape = [kCICategoryGeometryAdjustment, kCICategoryGenerator, kCICategoryReduction].contains(
            categories.first ?? "")
        let visible = image.cropped(to: GalleryScene.frame).extent
        if isShape || CIFilterExample.of(filter).appearance == .whole || visible != GalleryScene.frame { return nil }
        return extent == visible ? nil : size
    }
}
