import CoreImage
import Foundation
import Testing

/// A picture that is good as it is, small enough to be degraded and enhanced many times.
struct GoodPicture: Sendable, CustomTestStringConvertible {
    let name: String
    let width: Int
    let height: Int
    /// Linear sRGB, row by row from the bottom.
    let colors: [SIMD3<Float>]
    /// The faces, detected before the picture is degraded: these tests don't measure detection in bad pictures.
    let faces: [CIFeature]
    private let labs: [ColorDifference.Lab]

    var testDescription: String { name }

    init(_ name: String, width: Int, height: Int, colors: [SIMD3<Float>], faces: [CIFeature] = []) {
        (self.name, self.width, self.height, self.colors, self.faces) = (name, width, height, colors, faces)
        labs = colors.map { ColorDifference.Lab(linear: $0) }
    }

    /// Scales an image down to a longest side, over white and clamped to 0…1.
    init?(_ name: String, _ image: CIImage?, longestSide: CGFloat = 192, findsFaces: Bool = true) {
        guard let image else { return nil }
        let scale = min(longestSide / max(image.extent.width, image.extent.height), 1)
        let small = image.applyingFilter("CILanczosScaleTransform", parameters: [kCIInputScaleKey: scale])
        let bounds = CGRect(
            x: 0, y: 0, width: small.extent.width.rounded(.down), height: small.extent.height.rounded(.down))
        let colors = Pictures.pixels(of: small.composited(over: CIImage(color: .white)), in: bounds).map { pixel in
            SIMD3(pixel.x, pixel.y, pixel.z).clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1))
        }
        let faces =
            findsFaces && DetectionScene.hasEngines
            ? CIDetector(ofType: CIDetectorTypeFace, context: nil)?.features(in: small) : nil
        self.init(name, width: Int(bounds.width), height: Int(bounds.height), colors: colors, faces: faces ?? [])
    }

    /// The picture with changed colours.
    func image(_ change: (SIMD3<Float>) -> SIMD3<Float> = { $0 }) -> CIImage {
        Pictures.image(width: width, height: height) { x, y in SIMD4(change(colors[y * width + x]), 1) }
    }

    /// The differences of another picture of the same size (CIEDE2000), of all pixels or, row by row, of every
    /// `step`-th one.
    func differences(to image: CIImage, every step: Int = 1) -> [Double] {
        let pixels = Pictures.pixels(of: image, in: CGRect(x: 0, y: 0, width: width, height: height))
        return stride(from: 0, to: pixels.count, by: step).map { index in
            let pixel = pixels[index]
            return ColorDifference.between(
                labs[index], ColorDifference.Lab(linear: SIMD3(pixel.x, pixel.y, pixel.z)))
        }
    }

    /// Returns the mean of `differences(to:every:)`.
    func difference(to image: CIImage, every step: Int = 1) -> Double {
        let differences = differences(to: image, every: step)
        return differences.reduce(0, +) / Double(differences.count)
    }

    /// Returns the enhanced image and the filters that made it.
    func enhanced(_ image: CIImage) throws -> (image: CIImage, filters: [CIFilter]) {
        let filters = try image.checkedAutoAdjustmentFilters(options: [.redEye: false, .features: faces])
        return (filters.applied(to: image), filters)
    }

    /// Pictures of this project: the scene that its other tests use, and drawings.
    static let own = [GoodPicture("scene", CIImage(contentsOf: scene)), stillLife, archway].compactMap { $0 }
    private static let scene = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Fixtures/scene.png").standardizedFileURL

    /// Photographs of the Python package scikit-image; none where it isn't installed.
    static let photographs =
        FacePictures.photographs(["coffee.png", "chelsea.png", "rocket.jpg", "motorcycle_left.png"])
        .map { GoodPicture($0.name, $0.image) }.compactMap { $0 } + [portrait].compactMap { $0 }
    private static let portrait = GoodPicture("astronaut", FacePictures.astronaut, longestSide: 256)

    /// Photographs in the folder that the environment variable COREIMAGE_PICTURES names, to measure with more.
    static let given: [GoodPicture] = {
        guard let folder = ProcessInfo.processInfo.environment["COREIMAGE_PICTURES"] else { return [] }
        let files =
            (try? FileManager.default.contentsOfDirectory(at: URL(filePath: folder), includingPropertiesForKeys: nil))
            ?? []
        return files.sorted { $0.path < $1.path }.compactMap { file in
            GoodPicture(
                file.lastPathComponent, CIImage(contentsOf: file, options: [.applyOrientationProperty: true]),
                longestSide: 256)
        }
    }()
}

extension [CIFilter] {
    /// Returns the image after all filters in order. The filters' input images are reset to nil.
    func applied(to image: CIImage) -> CIImage {
        reduce(image) { image, filter in
            filter.setValue(image, forKey: kCIInputImageKey)
            defer { filter.setValue(nil, forKey: kCIInputImageKey) }
            return filter.outputImage ?? image
        }
    }
}
