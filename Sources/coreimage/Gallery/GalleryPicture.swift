import CoreImage
import Foundation

/// A rendered picture of the gallery: its file, and what can be told from its pixels.
struct GalleryPicture: Sendable {
    /// The file's path from the gallery's folder.
    let file: String
    /// The extent of the filter's result, before anything is cut off.
    let extent: CGRect
    /// What the file shows of it.
    let shown: CGRect
    /// How long building and rendering took, the compiling of kernels included.
    let milliseconds: Double
    /// What is odd about the pixels, if anything.
    let remark: Remark?

    /// Something that a good picture of a filter isn't.
    enum Remark: String, Sendable {
        case empty = "nothing but transparent pixels"
        case oneColor = "one colour all over"
        case unchanged = "the same as before"
    }
}

/// Renders pictures into the gallery's folder.
///
/// Thread-safe, as contexts are.
struct GalleryPainter: Sendable {
    let folder: URL
    let context: CIContext
    /// The pixels that filters start from, to tell a picture that is the same.
    private let before: Pixels

    /// Writes the picture that filters start from.
    init(scene: CIImage, folder: URL, context: CIContext) throws {
        (self.folder, self.context) = (folder, context)
        try context.writePNGRepresentation(
            of: scene, to: folder.appendingPathComponent(GalleryScene.path), format: .RGBA8,
            colorSpace: GalleryScene.colorSpace)
        before = try Pixels(of: scene, in: scene.extent, context: context)
    }

    /// Renders an image of finite extent into a file, with the pixels that `coreimage apply` would write.
    ///
    /// - Parameters:
    ///   - image: What is shown.
    ///   - extent: The extent of the result that it was cut from.
    ///   - file: A path from the folder, without its ending.
    ///   - start: When the image's making began.
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

    /// PNG, or JPEG for opaque pictures that would be large.
    private func encoded(_ image: CIImage, isOpaque: Bool) throws -> (data: Data, ending: String) {
        let space = GalleryScene.colorSpace
        let format = PictureDepth.eight.format(alpha: !isOpaque)
        let png = try context.pngData(of: image, format: format, colorSpace: space)
        guard isOpaque, png.count > 32 << 10 else { return (png, ".png") }
        return (try context.jpegData(of: image, colorSpace: space, options: [.lossyCompressionQuality: 0.9]), ".jpg")
    }

    private func remark(on pixels: Pixels) -> GalleryPicture.Remark? {
        if pixels.isEmpty { return .empty }
        if pixels.isClose(to: before) { return .unchanged }
        // A single pixel, as reductions make, has no choice.
        return pixels.isOneColor && pixels.width * pixels.height > 1 ? .oneColor : nil
    }
}

/// Rendered premultiplied sRGB, 8 bits a component.
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

    /// Whether every pixel is like the first, but for rounding.
    var isOneColor: Bool {
        let first = Array(bytes.prefix(4))
        return bytes.indices.allSatisfy { Self.close(bytes[$0], first[$0 & 3]) }
    }

    /// Whether every component is the same, but for rounding.
    func isClose(to other: Pixels) -> Bool {
        guard width == other.width, height == other.height else { return false }
        return zip(bytes, other.bytes).allSatisfy(Self.close)
    }

    private static func close(_ one: UInt8, _ other: UInt8) -> Bool { abs(Int(one) - Int(other)) <= 1 }
}
