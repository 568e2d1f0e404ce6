import Foundation

/// Refuses drawings that would take a long time to draw.
struct DrawingCostCheck {
    private let drawing: DrawingCostEstimate
    private let file: String

    /// The addresses of linked pictures, which aren't drawn; at most ten.
    var linkedPictures: [String] { drawing.linkedPictures }

    /// Reads a drawing's text. This must come before any renderer, since a renderer may draw a picture to find its
    /// size.
    ///
    /// - Throws: `ImageFileError` if the markup isn't supported, or the drawing takes too much work at any size.
    init(_ bytes: EncodedBytes, pixelLimit: Int?) throws(ImageFileError) {
        file = bytes.name
        guard let data = bytes.mapped else { throw .unreadable(file: file, reason: "it can't be mapped into memory") }
        do {
            drawing = try DrawingCostEstimate(data)
        } catch {
            throw .unreadable(file: bytes.name, reason: error.description)
        }
        try check(width: 1, height: 1, pixelLimit ?? PixelLimit.alwaysAllowed)
    }

    /// Checks the work for drawing at a size against a limit of pixels.
    ///
    /// - Throws: `ImageFileError.tooComplex`.
    func check(width: Int, height: Int, _ pixelLimit: Int) throws(ImageFileError) {
        let steps = drawing.steps(width: width, height: height)
        let (limit, overflow) = pixelLimit.multipliedReportingOverflow(by: DrawingCostEstimate.workPerPixel)
        guard overflow || steps <= limit else { throw .tooComplex(file: file, steps: steps, limit: limit) }
    }
}
