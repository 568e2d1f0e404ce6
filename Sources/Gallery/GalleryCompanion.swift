import CoreImage
import Foundation

/// A file that filters of the gallery read in addition to the picture: another image, a mask, or a look-up table.
struct GalleryCompanion: Sendable {
    /// The file's name in the folder `companions`.
    let file: String
    /// A description for captions and alternative texts.
    let summary: String
    private let content: Content

    private enum Content: Sendable {
        case image(@Sendable () -> CIImage)
        case data(@Sendable () -> Data)
    }

    private init(_ file: String, _ summary: String, image: @escaping @Sendable () -> CIImage) {
        (self.file, self.summary, content) = (file, summary, .image(image))
    }

    private init(_ file: String, _ summary: String, data: @escaping @Sendable () -> Data) {
        (self.file, self.summary, content) = (file, summary, .data(data))
    }

    /// The path, relative to the gallery's folder.
    var path: String { Self.folder + file }

    static let folder = "companions/"

    /// Whether the file is an image that a browser can show.
    var isImage: Bool { if case .image = content { true } else { false } }

    /// The image; nil if the file is none.
    var image: CIImage? { if case .image(let draw) = content { draw() } else { nil } }

    /// The table; nil if the file is an image.
    var data: Data? { if case .data(let make) = content { make() } else { nil } }

    /// Writes the file into the gallery's folder. It appears when it is complete.
    func write(to folder: URL, with context: CIContext) throws {
        let url = folder.appendingPathComponent(path)
        switch content {
        case .image(let draw):
            try context.writePNGRepresentation(
                of: draw(), to: url, format: .RGBA8, colorSpace: GalleryScene.colorSpace)
        case .data(let make): try make().write(to: url, options: .atomic)
        }
    }

    /// Returns the path of a companion for an image input, or `@input` for the gallery's picture. Nil for the main
    /// image input.
    ///
    /// - Parameter companions: The files that the filter's example names, by key.
    static func value(forKey key: String, among companions: [String: String]) -> String? {
        switch key {
        case kCIInputImageKey: nil
        case "inputGuideImage": "@input"
        default: companions[key].map { folder + $0 } ?? companion(forKey: key).path
        }
    }

    /// Returns the companion whose content suits an image input.
    static func companion(forKey key: String) -> GalleryCompanion {
        let words = key.lowercased()
        return switch true {
        case words.contains("gradient"): gradient
        case words.contains("palette") || words.contains("means"): palette
        case words.contains("shading"): shading
        case words.contains("texture") || words.contains("displacement"): waves
        case words.contains("small"): small
        case words.contains("disparity") || words.contains("depth"): depth
        case words.contains("mask") || words.contains("matte") || words.contains("hair"): mask
        default: dusk
        }
    }

    /// All companions.
    static let all = [
        dusk, mask, alphaMask, left, right, gradient, palette, waves, shading, shine, small, depth, duskCube, grayCube,
        tones,
    ]

    private static let dusk = GalleryCompanion("dusk.png", "a lake at dusk") {
        Landscape.dusk.image(in: GalleryScene.frame)
    }
    private static let mask = GalleryCompanion("mask.png", "a soft white disc on black") {
        CompanionDrawing.disc(center: CGPoint(x: 160, y: 120), radius: 90, softness: 30)
            .composited(over: CIImage(color: .black)).cropped(to: GalleryScene.frame)
    }
    private static let alphaMask = GalleryCompanion("alpha-mask.png", "a soft white disc on nothing") {
        CompanionDrawing.disc(center: CGPoint(x: 160, y: 120), radius: 90, softness: 30)
    }
    private static let left = GalleryCompanion("left.png", "a disc of a lake at noon, on the left") {
        CompanionDrawing.cut(.day, center: CGPoint(x: 115, y: 120), radius: 95)
    }
    private static let right = GalleryCompanion("right.png", "a disc of a lake at dusk, on the right") {
        CompanionDrawing.cut(.dusk, center: CGPoint(x: 205, y: 120), radius: 95)
    }
    private static let gradient = GalleryCompanion("gradient.png", "colours from dark blue over red to white") {
        CompanionDrawing.gradient
    }
    private static let palette = GalleryCompanion("palette.png", "eight colours side by side") {
        CompanionDrawing.palette
    }
    private static let waves = GalleryCompanion("waves.png", "crossing waves") { CompanionDrawing.waves }
    private static let shading = GalleryCompanion("shading.png", "a shiny ball") { CompanionDrawing.shading }
    private static let shine = GalleryCompanion("shine.png", "a soft light on nothing") {
        CompanionDrawing.disc(center: CGPoint(x: 75, y: 190), radius: 40, softness: 40)
            .cropped(to: GalleryScene.frame)
    }
    private static let small = GalleryCompanion("small.png", "a coarse mask of 40 × 30 pixels") {
        CompanionDrawing.disc(center: CGPoint(x: 20, y: 15), radius: 11, softness: 3)
            .composited(over: CIImage(color: .black)).cropped(to: CGRect(x: 0, y: 0, width: 40, height: 30))
    }
    private static let depth = GalleryCompanion("depth.png", "near below, far above") { CompanionDrawing.depth }
    private static let duskCube = GalleryCompanion("dusk.cube", "a look-up table of warm lights and blue shadows") {
        LookTable.dusk.data
    }
    private static let grayCube = GalleryCompanion("gray.cube", "a look-up table of grays") { LookTable.gray.data }
    private static let tones = GalleryCompanion("tones.curves", "three curves: red lifted, blue lowered") {
        LookTable.curves
    }
}
