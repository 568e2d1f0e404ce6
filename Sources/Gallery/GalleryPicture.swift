import CoreImage
import Foundation

/// A rendered picture of the gallery: its file, and properties of its pixels.
struct GalleryPicture: Sendable {
    /// The file's path, relative to the gallery's folder.
    let file: String
    /// The extent of the filter's result before cropping.
    let extent: CGRect
    /// The part of the result that the file shows.
    let shown: CGRect
    /// The time for building and rendering the image in milliseconds, including the compilation of kernels.
    let milliseconds: Double
    /// An unexpected property of the pixels, if any.
    let remark: Remark?

    /// A property that the picture of a filter normally doesn't have.
    enum Remark: String, Sendable {
        case empty = "nothing but transparent pixels"
        case oneColor = "one colour all over"
        case unchanged = "the same as before"
    }
}

/// Renders pictures into the gallery's folder.
///
/// Thread-safe, like contexts.
struct GalleryPainter: Sendable {
    let folder: URL
    let context: CIContext
    /// The pixels of the scene, to detect pictures that equal it.
    private let before: Pixels

    /// Writes the scene to its file.
    init(scene: CIImage, folder: URL, context: CIContext) throws {
        (self.folder, self.context) = (folder, context)
        try context.writePNGRepresentation(
            of: scene, to: folder.appendingPathComponent(GalleryScene.path), format: .RGBA8,
            colorSpace: GalleryScene.colorSpace)
        before = try Pixels(of: scene, in: scene.extent, context: context)
    }

    /// Renders an image of finite extent into a file, with the same pixels as `coreimage apply`.
    ///
    /// - Parameters:
    ///   - image: The image to show.
    ///   - extent: The extent of the result before it was cropped to `image`.
    ///   - file: A path relative to the folder, without its extension.
    ///   - start: The time at which building the image began.
    func paint(_ image: CIImage, of extent: CGRect, file: String, since start: ContinuousClock.Instant) throws
        -> GalleryPicture
    {
        let shown = image.extent.integral
        let pixels = try Pixels(of: image, in: shown, context: context)
        let time = start.duration(to: .now)
        let (data, ending) = try encoded(image, isOpaque: pixels.isOpaque)
        try data.write(to: folder.appendingPathComponent(file + ending), options: .atomic)
        return GalleryPicture(
            file: file + ending, extent: extent, shown: shown, milliseconds: time / .milliseconds(1),
            remark: remark(on: pixels))
    }

    /// Returns PNG data, or JPEG data for opaque pictures that would be large as PNG.
    private func encoded(_ image: CIImage, isOpaque: Bool) throws -> (data: Data, ending: String) {
        let space = GalleryScene.colorSpace
        let format = isOpaque ? CIFormat.RGBX8 : .RGBA8
        let png = try context.pngData(of: image, format: format, colorSpace: space)
        guard isOpaque, png.count > 32 << 10 else { return (png, ".png") }
        return (try context.jpegData(of: image, colorSpace: space, options: [.lossyCompressionQuality: 0.9]), ".jpg")
    }

    private func remark(on pixels: Pixels) -> GalleryPicture.Remark? {
        if pixels.isEmpty { return .empty }
        if pixels.isClose(to: before) { return .unchanged }
        // The result of a reduction is a single pixel, which always has one colour.
        return pixels.isOneColor && pixels.width * pixels.height > 1 ? .oneColor : nil
    }
}

/// Rendered pixels in sRGB, premultiplied, with 8 bits per component.
private struct Pixels: Sendable {
    let width: Int
    let height: Int
    let bytes: Data

    init(of image: CIImage, in region: CGRect, context: CIContext) throws {
        (width, height) = (Int(region.width), Int(region.height))
        var data = Data(count: width * height * 4)
        let rowBytes = width * 4
        try data.withUnsafeMutableBytes { buffer in
            guard let base = buffer.baseAddress else { return }
            try context.renderBitmap(
                image, to: base, rowBytes: rowBytes, bounds: region, format: .RGBA8, colorSpace: GalleryScene.colorSpace
            )
        }
        bytes = data
    }

    var isEmpty: Bool { !bytes.contains { $0 != 0 } }
    var isOpaque: Bool { stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 } }

    /// Whether all pixels are equal, up to rounding errors.
    var isOneColor: Bool {
        let first = Array(bytes.prefix(4))
        return bytes.indices.allSatisfy { Self.close(bytes[$0], first[$0 & 3]) }
    }

    /// Returns whether all components are equal, up to rounding errors.
    func isClose(to other: Pixels) -> Bool {
        guard width == other.width, height == other.height else { return false }
        return zip(bytes, other.bytes).allSatisfy(Self.close)
    }

    private static func close(_ one: UInt8, _ other: UInt8) -> Bool { abs(Int(one) - Int(other)) <= 1 }
}
