import Foundation
import Pixels

/// A drawing (SVG) as pixels in its own size, drawn in a separate process.
///
/// A small drawing is drawn when it is opened, which also gives its size. A large one is drawn when its pixels are
/// first needed.
final class DrawingSource: ImageFileSource {
    let width: Int
    let height: Int
    let path: String?
    let properties: [String: any Sendable]
    let omissions: [String]
    var colorSpace: CGColorSpace? { Self.space }
    var alphaState: AlphaState { .unpremultiplied }
    var format: ImageFileFormat { .svg }
    var orientation: Int { 1 }
    var depth: Int { 8 }
    var isFloat: Bool { false }
    var storedFormat: PixelFormat? { .RGBA8 }

    private static let space = CGColorSpace(name: CGColorSpace.sRGB)
    /// Maximum number of pixels of a drawing that is drawn when it is opened.
    private static let smallest = 1 << 20

    private let decoding: PictureDecoding<PixelMemory>

    /// Opens a drawing whose text has been recognised as SVG.
    ///
    /// - Parameters:
    ///   - file: The path of the file; nil for data.
    ///   - program: Finds the program that draws.
    init(
        _ text: EncodedBytes, file: String?, pixelLimit: Int?, program: () throws -> URL
    ) throws(ImageFileError) {
        let name = text.name
        let check = try DrawingCostCheck(text, pixelLimit: pixelLimit)
        omissions = check.linkedPictures.map { linked in
            "\(name) links to the picture \(linked), which is left out, as drawings read no other files; embed it as data"
        }
        let answer: DrawingProcess.Answer
        let process: DrawingProcess
        guard let data = text.mapped else { throw .unreadable(file: name, reason: "it can't be mapped into memory") }
        do {
            process = DrawingProcess(program: try program(), pixelLimit: pixelLimit)
        } catch {
            throw .unreadable(file: name, reason: "SVG is drawn in a process of its own, and \(error)")
        }
        do {
            answer = try process.draw(data, pixelLimit: Self.smallest, stop: DecodingStop())
        } catch {
            throw Self.damaged(name, error)
        }
        (width, height, path) = (answer.width, answer.height, file)
        let limit = PixelLimit(
            format: .svg, isBilevel: false, isRandomAccess: false, byteCount: text.byteCount, explicitLimit: pixelLimit)
        try limit.check(width: width, height: height, file: name)
        try check.check(width: width, height: height, limit.pixelCount)
        properties = [
            kCGImagePropertyPixelWidth: width, kCGImagePropertyPixelHeight: height, kCGImagePropertyDepth: 8,
            kCGImagePropertyColorModel: kCGImagePropertyColorModelRGB, kCGImagePropertyOrientation: 1,
            kCGImagePropertyHasAlpha: true,
            kCGImagePropertyProfileName: Self.space?.profileDescription ?? "sRGB",
        ]
        let drawn = answer.pixels
        decoding = PictureDecoding { [width, height] stop in
            if let drawn { return drawn }
            do {
                let answer = try process.draw(data, pixelLimit: width * height, stop: stop)
                guard let pixels = answer.pixels, (answer.width, answer.height) == (width, height) else {
                    throw DrawingProcess.Failure(reason: "its size isn't the same when it is drawn again")
                }
                return pixels
            } catch let error where !(error is CancellationError) {
                throw Self.damaged(name, error)
            }
        }
    }

    private static func damaged(_ name: String, _ error: any Error) -> ImageFileError {
        (error as? DrawingProcess.Failure)?.error(of: name) ?? .damaged(file: name, reason: "\(error)")
    }

    private func view(_ pixels: PixelMemory) -> PixelView {
        PixelView(
            topLeft: pixels.bytes, bounds: PixelRect(x: 0, y: 0, width: width, height: height), format: .RGBA8,
            bytesPerRow: width * 4, keeping: pixels)
    }

    /// The drawn pixels. The first access draws them, if necessary.
    var storage: PixelView? { (try? decoding.wait()).map(view) }

    /// Fills `raster`. The first call draws the picture, if necessary.
    func read(into raster: Raster) throws {
        let area = raster.bounds.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
        guard !area.isEmpty else { return }
        let pixels = view(try decoding.wait())
        for y in area.y..<area.maxY {
            PixelFormat.RGBA8.unpack(
                pixels.row(y) + area.x * 4, count: area.width, into: raster.row(y) + (area.x - raster.bounds.x))
        }
    }
}
