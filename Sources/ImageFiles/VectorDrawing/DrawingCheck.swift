import Foundation

/// Refuses drawings that take long to draw.
struct DrawingCheck {
    private let drawing: VectorDrawing
    private let file: String

    /// Addresses of pictures outside the drawing, which aren't drawn; at most ten.
    var linkedPictures: [String] { drawing.linkedPictures }

    /// Reads a drawing's text, before anything else looks at it: renderers may draw a picture to find its size.
    ///
    /// - Throws: `ImageFileError` for markup that can't be followed, or that is too much for a picture of any size.
    init(_ bytes: EncodedBytes, pixelLimit: Int?) throws(ImageFileError) {
        file = bytes.name
        guard let data = bytes.mapped else { throw .unreadable(file: file, reason: "it can't be mapped into memory") }
        do {
            drawing = try VectorDrawing(data)
        } catch {
            throw .unreadable(file: bytes.name, reason: error.description)
        }
        try check(width: 1, height: 1, pixelLimit ?? PixelAllowance.alwaysAllowed)
    }

    /// Refuses the drawing as a picture of a size, where a picture may have so many pixels.
    ///
    /// - Throws: `ImageFileError.tooComplex`.
    func check(width: Int, height: Int, _ pixelLimit: Int) throws(ImageFileError) {
        let steps = drawing.steps(width: width, height: height)
        let (limit, overflow) = pixelLimit.multipliedReportingOverflow(by: VectorDrawing.stepsPerPixel)
        guard overflow || steps <= limit else { throw .tooComplex(file: file, steps: steps, limit: limit) }
    }
}
