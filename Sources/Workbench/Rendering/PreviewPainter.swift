import CoreImage
import Foundation

/// Renders pixels for a page.
struct PreviewPainter: Sendable {
    private let context: CIContext
    private static let encoded = CGColorSpace(name: CGColorSpace.sRGB)

    /// Creates a painter whose renderings stay within the limits.
    ///
    /// - Parameter keeps: Whether intermediates are kept for the next rendering.
    init(limits: WorkbenchLimits, keeps: Bool = true) {
        context = CIContext(options: [
            .memoryTarget: limits.memory, .renderingDeadline: limits.renderingTime, .cacheIntermediates: keeps,
            .name: "workbench",
        ])
    }

    /// The side of the squares of pixels that are one pixel of a quick frame; 0 if pixels are enlarged.
    static func reduction(of region: CGRect, to width: Int) -> Int {
        Int((region.width / CGFloat(width)).rounded())
    }

    /// Renders a part of an image that changes, as JPEG: one pixel of each square of pixels, without a mean. Most
    /// filters then compute these pixels only.
    ///
    /// The frame has about the requested size. It shows no more than the image, and may show up to half a square more
    /// or less than the requested part.
    ///
    /// - Parameters:
    ///   - backdrop: Red, green and blue behind transparent pixels.
    ///   - most: The most pixels of the part. If there were more, the frame is exact instead.
    /// - Throws: The error of the image, `RenderingError` or `CancellationError`.
    func quickFrame(
        of image: CIImage, _ region: CGRect, width: Int, height: Int, kind: PreviewFrame.Kind, id: UInt32,
        on backdrop: [UInt8], most: Int = 16_000_000
    ) async throws -> PreviewFrame {
        let whole = region.integral.intersection(image.extent.integral)
        let reduction = CGFloat(Self.reduction(of: region, to: width))
        guard reduction >= 1, whole.width * whole.height <= CGFloat(most), min(whole.width, whole.height) >= reduction
        else {
            return try await frame(
                of: image, region, width: width, height: height, kind: kind, id: id, jpegOn: backdrop)
        }
        let start = ContinuousClock.now
        // A square's pixel is above and to the right of its middle. That of the last square is in the part, too.
        let middle = (reduction / 2).rounded(.down)
        let (columns, rows) = (
            Int(((whole.width - middle) / reduction).rounded(.up)),
            Int(((whole.height - middle) / reduction).rounded(.up))
        )
        let shown = CGRect(
            origin: whole.origin, size: CGSize(width: CGFloat(columns) * reduction, height: CGFloat(rows) * reduction))
        var placed = image.transformed(by: .init(translationX: -shown.minX, y: -shown.minY))
        if reduction > 1 {
            placed = placed.samplingNearest().transformed(by: .init(scaleX: 1 / reduction, y: 1 / reduction))
        }
        let pixels = try await rendered(placed, width: columns, height: rows)
        let time = ContinuousClock.now - start
        return PreviewFrame(
            kind: kind, id: id, width: columns, height: rows, region: shown, milliseconds: time / .milliseconds(1),
            form: .jpeg, pixels: try PreviewJPEG.data(of: pixels, on: backdrop, width: columns, height: rows))
    }

    /// Renders a part of an image. Reduced pixels are means of the pixels that they stand for.
    ///
    /// - Parameter backdrop: Red, green and blue behind transparent pixels; then the pixels are a JPEG file.
    /// - Throws: The error of the image, `RenderingError` or `CancellationError`.
    func frame(
        of image: CIImage, _ region: CGRect, width: Int, height: Int, kind: PreviewFrame.Kind, id: UInt32,
        jpegOn backdrop: [UInt8]? = nil
    ) async throws -> PreviewFrame {
        let start = ContinuousClock.now
        let scale = CGSize(width: Double(width) / region.width, height: Double(height) / region.height)
        var placed = image.transformed(by: .init(translationX: -region.minX, y: -region.minY))
        if scale != CGSize(width: 1, height: 1) {
            // A pixel at the edge is a mean of pixels beyond the edge, too.
            let margin = CGSize(width: 2 / min(scale.width, 1), height: 2 / min(scale.height, 1))
            placed = placed.cropped(
                to: CGRect(origin: .zero, size: region.size).insetBy(dx: -margin.width, dy: -margin.height)
            ).transformed(by: .init(scaleX: scale.width, y: scale.height), highQualityDownsample: true)
        }
        let pixels = try await rendered(placed, width: width, height: height)
        let time = ContinuousClock.now - start
        let jpeg = try backdrop.map { try PreviewJPEG.data(of: pixels, on: $0, width: width, height: height) }
        return PreviewFrame(
            kind: kind, id: id, width: width, height: height, region: region, milliseconds: time / .milliseconds(1),
            form: jpeg == nil ? .pixels : .jpeg, pixels: jpeg ?? pixels.bytes)
    }

    /// Renders the pixels from the origin: red, green, blue and alpha, sRGB, not premultiplied.
    private func rendered(_ image: CIImage, width: Int, height: Int) async throws -> PixelMemory {
        let pixels = PixelMemory(count: width * height * 4)
        let destination = CIRenderDestination(
            bitmapData: pixels.base, width: width, height: height, bytesPerRow: width * 4, format: .RGBA8)
        destination.colorSpace = Self.encoded
        destination.alphaMode = .unpremultiplied
        try await context.render(
            image, from: CGRect(x: 0, y: 0, width: width, height: height), to: destination, at: .zero)
        return pixels
    }

    /// Returns how a part of an image would be rendered.
    ///
    /// - Throws: The error of the image, or `RenderingError`.
    func explanation(of image: CIImage, in region: CGRect) throws -> CIImageExplanation {
        try image.explain(in: region, context: context)
    }

    /// Returns the values of a pixel: in the working space, premultiplied, and in sRGB, not premultiplied.
    ///
    /// - Throws: The error of the image, `RenderingError` or `CancellationError`.
    func pixel(of image: CIImage, x: Double, y: Double) async throws -> (working: [Float], encoded: [Float]) {
        let place = CGRect(x: x.rounded(.down), y: y.rounded(.down), width: 1, height: 1)
        func values(_ space: CGColorSpace?, _ mode: CIRenderDestinationAlphaMode) async throws -> [Float] {
            let memory = PixelMemory(count: 16)
            let destination = CIRenderDestination(
                bitmapData: memory.base, width: 1, height: 1, bytesPerRow: 16, format: .RGBAf)
            (destination.colorSpace, destination.alphaMode) = (space, mode)
            try await context.render(image, from: place, to: destination, at: .zero)
            return (0..<4).map { memory.base.load(fromByteOffset: $0 * 4, as: Float.self) }
        }
        return (try await values(nil, .premultiplied), try await values(Self.encoded, .unpremultiplied))
    }
}
