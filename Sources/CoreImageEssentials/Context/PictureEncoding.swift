import Foundation
import ImageFiles
import Pixels
import Rendering

/// The encoding of an image as a file. One thread renders strips while another encodes them.
struct PictureEncoding {
    private let output: PixelOutput
    private let space: CGColorSpace
    private let fileFormat: ImageFileFormat
    private let options: ImageEncodingOptions

    init(
        _ image: CIImage, region: PixelRect, fileFormat: ImageFileFormat, format: CIFormat, space: CGColorSpace,
        options: ImageEncodingOptions, settings: CIContextSettings
    ) throws {
        let operation = "a \(fileFormat.displayName) file"
        try CIContext.check(space, for: operation)
        // Without a profile, readers would show the numbers as sRGB.
        guard space.copyICCData() != nil else {
            throw CIError.unsupportedColorSpace(
                operation: operation,
                reason: "no ICC profile describes \(space); name a space such as \(CGColorSpace.itur_2020)")
        }
        let layout = try Self.layout(format, space: space, alpha: fileFormat.hasAlpha, operation: operation)
        let stored = PixelFormat(layout, try Self.component(format, in: fileFormat, operation: operation))
        output = PixelOutput(
            image, region: region, format: stored, space: space, premultiplied: fileFormat.storesLinearLight,
            settings: settings)
        (self.space, self.fileFormat, self.options) = (space, fileFormat, options)
    }

    /// Returns the file's bytes.
    func data(with renderer: Renderer) throws -> Data {
        try encode(with: renderer) { try ImageFileWriter.encode($0, as: fileFormat, options: options) }
    }

    /// Writes the file.
    ///
    /// - Parameter replaces: Whether an existing file is replaced.
    func write(
        to url: URL, with renderer: Renderer, replaces: Bool = true, progress: (@Sendable (Double) -> Void)? = nil
    ) throws {
        try encode(with: renderer, progress: progress) {
            try ImageFileWriter.write($0, to: url, as: fileFormat, options: options, replaces: replaces)
        }
    }

    /// Explains how the pixels would be rendered.
    func explanation(with renderer: Renderer) throws -> CIImageExplanation {
        CIImageExplanation(
            try renderer.explain(output.node, region: output.region, output: output.format), of: output.node)
    }

    private func encode<Result>(
        with renderer: Renderer, progress: (@Sendable (Double) -> Void)? = nil,
        _ body: (EncodedPicture) throws -> Result
    ) throws -> Result {
        let queue = StripQueue(rowBytes: output.tightRowBytes)
        let output = output
        // The rendering thread's work must count against the deadline of this thread's work.
        let meter = WorkMeter.current
        let rendering = Thread { WorkMeter.$current.withValue(meter) { output.render(into: queue, with: renderer) } }
        // Encoders check the picture's size and format before they request rows, so the thread starts on the first
        // request.
        let start = StartOnce(rendering)
        let picture = EncodedPicture(
            width: output.region.width, height: output.region.height, pixelFormat: output.format, colorSpace: space
        ) { strip, buffer, bytesPerRow in
            start()
            try queue.take(rows: strip.height, into: buffer, bytesPerRow: bytesPerRow)
            progress?(Double(strip.maxY) / Double(output.region.height))
        }
        defer { queue.abandon() }
        return try body(picture)
    }

    /// Returns the channels that the file stores.
    private static func layout(
        _ format: CIFormat, space: CGColorSpace, alpha: Bool, operation: String
    ) throws(CIError) -> PixelFormat.Layout {
        let pixels = try format.pixelFormat(for: operation)
        let gray: Bool
        switch pixels.layout {
        case .l, .la: gray = true
        case .rgba, .bgra, .argb, .abgr, .rgbx, .rgb: gray = false
        case .r, .rg, .a:
            throw .unsupportedFormat(
                format, operation: operation,
                usable: space.model == .monochrome ? [.L8, .L16, .Lf] : CIFormat.colorAndAlpha)
        }
        guard gray == (space.model == .monochrome) else {
            throw .unsupportedColorSpace(
                operation: operation,
                reason:
                    "\(format) pixels in \(space); use a gray space with a gray format, and an RGB space with colours")
        }
        if gray { return pixels.hasAlpha && alpha ? .la : .l }
        return pixels.hasAlpha && alpha ? .rgba : .rgb
    }

    /// Returns the component type that the file stores: the requested one or the next larger that the format has, or
    /// else its largest.
    private static func component(
        _ format: CIFormat, in file: ImageFileFormat, operation: String
    ) throws(CIError) -> PixelFormat.Component {
        let wanted = try format.pixelFormat(for: operation).component
        let order = PixelFormat.Component.allCases
        let held = file.depths.map(\.component)
        let larger = order.drop { $0 != wanted }.first { held.contains($0) }
        guard let component = larger ?? order.last(where: { held.contains($0) }) else {
            throw .unsupportedFormat(format, operation: operation, usable: [])
        }
        return component
    }
}

/// Starts a thread the first time it is called.
private final class StartOnce: @unchecked Sendable {
    private let lock = NSLock()
    private var thread: Thread?

    init(_ thread: Thread) { self.thread = thread }

    func callAsFunction() {
        lock.withLock {
            thread?.start()
            thread = nil
        }
    }
}
