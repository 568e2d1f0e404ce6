import CVips
import Foundation
import Pixels

/// A picture that libvips decodes when its pixels are first requested.
///
/// Formats with random access (tiled TIFF) are decoded region by region, and never held in memory as a whole. Others
/// are decoded once, on the first read, into memory in their stored format, or into a temporary file if they are larger
/// than `memoryLimit`. Threads that wait for this check `ReadingCancellation`.
final class DecodedImageSource: ImageFileSource {
    let width: Int
    let height: Int
    let colorSpace: CGColorSpace?
    let alphaState: AlphaState
    let format: ImageFileFormat
    let orientation: Int
    let depth: Int
    let isFloat: Bool
    let properties: [String: any Sendable]

    var path: String? { bytes.path }

    private let bytes: EncodedBytes
    private let loader: String
    private let isRandomAccess: Bool
    private let pixelFormat: PixelFormat
    private let inkConversion: ColorConversion?
    private let decoding: PictureDecoding<Decoded>

    /// The decoded pixels, which this decodes if necessary; nil if the format has random access, or if the picture is
    /// too large for memory or has inks.
    var storage: PixelView? {
        // Inks are converted during reads, so the stored pixels aren't the delivered ones.
        guard !isRandomAccess, inkConversion == nil, case .memory(let image)? = try? decoding.wait(),
            let pixels = cvips_pixels(image.pointer)
        else { return nil }
        // Nothing writes through the view. The view keeps the image alive.
        return PixelView(
            topLeft: UnsafeMutableRawPointer(mutating: pixels),
            bounds: PixelRect(x: 0, y: 0, width: width, height: height), format: pixelFormat,
            bytesPerRow: width * pixelFormat.bytesPerPixel, keeping: image)
    }

    /// The format of the decoded pixels; nil for inks, which are converted.
    var storedFormat: PixelFormat? { inkConversion == nil ? pixelFormat : nil }

    /// Returns a reader that decodes the file again from the top; nil if the pixels are in memory already.
    func makeStripReader(stripHeight: Int) throws -> (any StripReader)? {
        if case .memory? = decoding.finished { return nil }
        let (bytes, loader, pixelFormat, width) = (bytes, loader, pixelFormat, width)
        let bytesPerRow = width * pixelFormat.bytesPerPixel
        let open: StripDecoder.Open = { stop in
            do {
                let image = try StoredLayout.normalized(try PictureLoader.load(bytes, loader, sequential: true))
                stop.watch(image)
                let rows = try VipsRows(image)
                return { range, pixels in
                    do throws(VipsFailure) {
                        try rows.read(range, into: pixels, bytesPerRow: bytesPerRow)
                    } catch {
                        throw ImageFileError.damaged(file: bytes.name, reason: error.message)
                    }
                }
            } catch let error as VipsFailure {
                throw ImageFileError.damaged(file: bytes.name, reason: error.message)
            }
        }
        guard let inkConversion else {
            return DecodedStripReader(
                width: width, height: height, format: pixelFormat, stripHeight: stripHeight, name: bytes.name,
                open: open)
        }
        let openConverting: StripDecoder.Open = { stop in
            let decode = try open(stop)
            return { range, pixels in
                let inks = UnsafeMutableRawPointer.allocate(byteCount: range.count * bytesPerRow, alignment: 16)
                defer { inks.deallocate() }
                try decode(range, inks)
                let colors = pixels.bindMemory(to: SIMD4<Float>.self, capacity: range.count * width)
                pixelFormat.unpack(inks, count: range.count * width, into: colors)
                inkConversion.apply(colors, count: range.count * width)
            }
        }
        return DecodedStripReader(
            width: width, height: height, format: .RGBAf, stripHeight: stripHeight, name: bytes.name,
            open: openConverting)
    }

    /// The decoded pixels: all in memory, or in libvips' cache.
    private enum Decoded: Sendable {
        case memory(VipsHandle)
        case regions(VipsHandle)
    }

    private static let memoryLimit = 1 << 30

    /// Opens a picture.
    ///
    /// - Parameters:
    ///   - loader: The libvips loader that `PictureLoader` found for the bytes.
    ///   - pixelLimit: The maximum number of pixels; nil for the limit of `PixelLimit`.
    ///   - orientation: The EXIF orientation; nil for that of the file.
    init(
        _ bytes: EncodedBytes, loader: String, pixelLimit: Int?, orientation: Int? = nil
    ) throws(ImageFileError) {
        guard let format = ImageFileFormat(loader: loader) else { throw .notAnImage(file: bytes.name) }
        let drawing = format == .svg ? try DrawingCostCheck(bytes, pixelLimit: pixelLimit) : nil
        let header: VipsHandle
        do {
            header = try PictureLoader.load(bytes, loader, sequential: true)
        } catch {
            throw .damaged(file: bytes.name, reason: error.message)
        }
        self.bytes = bytes
        self.loader = loader
        // HEIF is a container; the coding inside decides between its two names.
        self.format = format == .heif && header.string("heif-compression") == "av1" ? .avif : format
        (width, height) = (header.width, header.height)
        switch bytes {
        case .file(let path): isRandomAccess = cvips_has_random_access(loader, path) != 0
        case .memory: isRandomAccess = false
        }
        let limit = PixelLimit(
            format: format, isBilevel: header.bands == 1 && header.integer("bits-per-sample") == 1,
            isRandomAccess: isRandomAccess, byteCount: bytes.byteCount, explicitLimit: pixelLimit)
        try limit.check(width: width, height: height, file: bytes.name)
        try drawing?.check(width: width, height: height, limit.pixelCount)
        let plan: StoredLayout
        do {
            plan = try StoredLayout(header)
            inkConversion = try plan.inkConversion
        } catch {
            throw .unreadable(file: bytes.name, reason: "\(error)")
        }
        pixelFormat = plan.pixelFormat
        colorSpace = plan.deliveredSpace
        alphaState = plan.hasAlpha ? .unpremultiplied : .opaque
        (depth, isFloat) = (plan.storedDepth, plan.isFloat)
        self.orientation =
            (orientation ?? header.integer("orientation")).flatMap { (1...8).contains($0) ? $0 : nil } ?? 1
        properties = ImageMetadata.properties(
            of: header, format: self.format, layout: plan, orientation: self.orientation, bytes: bytes)
        let fits = width * height <= Self.memoryLimit / max(1, pixelFormat.bytesPerPixel)
        let (isRandomAccess, keepsAll) = (isRandomAccess, !isRandomAccess && fits)
        decoding = PictureDecoding { stop in
            do throws(VipsFailure) {
                let image = try StoredLayout.normalized(try PictureLoader.load(bytes, loader, sequential: keepsAll))
                stop.watch(image)
                if keepsAll { return .memory(try VipsHandle(cvips_in_memory(image.pointer))) }
                // Without random access, libvips decodes the whole picture into a temporary file when the first pixel
                // is read.
                if !isRandomAccess { try image.readFirstPixel() }
                return .regions(image)
            } catch {
                throw ImageFileError.damaged(file: bytes.name, reason: error.message)
            }
        }
    }

    /// Fills `raster`. For a format without random access, the first call decodes the whole picture.
    func read(into raster: Raster) throws {
        let area = raster.bounds.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
        guard !area.isEmpty else { return }
        let pixelSize = pixelFormat.bytesPerPixel
        switch try decoding.wait() {
        case .memory(let image):
            guard let base = cvips_pixels(image.pointer) else {
                throw ImageFileError.unreadable(file: bytes.name, reason: "its pixels are not in memory")
            }
            unpack(area, into: raster) { base + ((height - 1 - $0) * width + area.x) * pixelSize }
        case .regions(let image):
            let rowLength = area.width * pixelSize
            let buffer = UnsafeMutableRawPointer.allocate(byteCount: rowLength * area.height, alignment: 16)
            defer { buffer.deallocate() }
            let result = cvips_read(
                image.pointer, Int32(area.x), Int32(height - area.maxY), Int32(area.width), Int32(area.height), buffer,
                rowLength)
            guard result == 0 else {
                throw ImageFileError.damaged(file: bytes.name, reason: VipsFailure.taken().message)
            }
            unpack(area, into: raster) { UnsafeRawPointer(buffer) + (area.maxY - 1 - $0) * rowLength }
        }
    }

    private func unpack(_ area: PixelRect, into raster: Raster, row: (_ y: Int) -> UnsafeRawPointer) {
        for y in area.y..<area.maxY {
            let out = raster.row(y) + (area.x - raster.bounds.x)
            pixelFormat.unpack(row(y), count: area.width, into: out)
            inkConversion?.apply(out, count: area.width)
        }
    }
}
