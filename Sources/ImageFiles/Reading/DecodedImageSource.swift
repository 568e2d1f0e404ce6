import Foundation
import Pixels
import Synchronization

/// A picture that is decoded when its pixels are first requested.
///
/// Formats with random access (tiled TIFF) are decoded region by region, and never held in memory as a whole. Others
/// are decoded once, on the first read, into memory in their stored format, or into a temporary file if they are larger
/// than `memoryLimit`. Threads that wait for this check `ReadingCancellation`.
final class DecodedImageSource: ImageFileSource, ReducibleSource {
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
    private let opener: any PictureOpener
    private let isRandomAccess: Bool
    private let pixelFormat: PixelFormat
    private let inkConversion: ColorConversion?
    private let decoding: PictureDecoding<Decoded>

    /// What opens the picture at fractions of its size; empty if these aren't wanted.
    private let reducedOpeners: [ReducedOpener]
    private let reduced = Mutex<[SourceReduction: DecodedImageSource]>([:])

    var reductions: [SourceReduction] { reducedOpeners.map(\.reduction) }

    // The same source for the same reduction, so that renderings share its pixels.
    func reduced(by reduction: SourceReduction) -> any PixelSource {
        guard let opener = reducedOpeners.first(where: { $0.reduction == reduction })?.opener else { return self }
        return reduced.withLock { sources in
            if let known = sources[reduction] { return known }
            let made = DecodedImageSource(self, reduction, opener)
            sources[reduction] = made
            return made
        }
    }

    func decodingMemory(after reduction: SourceReduction) -> Int {
        let held = reducedOpeners.first { $0.reduction == reduction }?.heldBytes ?? 0
        return held + reduction.width * reduction.height * pixelFormat.bytesPerPixel
    }

    /// The decoded pixels, which this decodes if necessary; nil if the format has random access, or if the picture is
    /// too large for memory or has inks.
    var storage: PixelView? {
        // Inks are converted during reads, so the stored pixels aren't the delivered ones.
        guard !isRandomAccess, inkConversion == nil, case .memory(let pixels)? = try? decoding.wait() else {
            return nil
        }
        // Nothing writes through the view.
        return PixelView(
            topLeft: UnsafeMutableRawPointer(mutating: pixels.bytes),
            bounds: PixelRect(x: 0, y: 0, width: width, height: height), format: pixelFormat,
            bytesPerRow: width * pixelFormat.bytesPerPixel, keeping: pixels.owner)
    }

    /// The format of the decoded pixels; nil for inks, which are converted.
    var storedFormat: PixelFormat? { inkConversion == nil ? pixelFormat : nil }

    /// Returns a reader that decodes the file again from the top; nil if the pixels are in memory already.
    func makeStripReader(stripHeight: Int) throws -> (any StripReader)? {
        if case .memory? = decoding.finished { return nil }
        let (bytes, opener, pixelFormat, width, height) = (bytes, opener, pixelFormat, width, height)
        let bytesPerRow = width * pixelFormat.bytesPerPixel
        let open: StripDecoder.Open = { stop in
            let rows = try Self.naming(bytes) {
                let picture = try opener.open(bytes, sequential: true)
                try Self.check(picture, width: width, height: height, pixelFormat)
                stop.watch(picture)
                return try picture.makeRows()
            }
            return { range, pixels in
                try Self.naming(bytes) { try rows.read(range, into: pixels, bytesPerRow: bytesPerRow) }
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

    /// The decoded pixels: all in memory, or elsewhere.
    private enum Decoded: Sendable {
        case memory(DecodedPixels)
        case regions(any PictureRegions)
    }

    private static let memoryLimit = 1 << 30

    /// Opens a picture.
    ///
    /// - Parameters:
    ///   - opener: The opener that `PictureLoader` found for the bytes.
    ///   - pixelLimit: The maximum number of pixels; nil for the limit of `PixelLimit`.
    ///   - orientation: The EXIF orientation; nil for that of the file.
    ///   - offersReductions: Whether the picture may be decoded at a fraction of its size.
    init(
        _ bytes: EncodedBytes, _ opener: any PictureOpener, pixelLimit: Int?, orientation: Int? = nil,
        offersReductions: Bool
    ) throws(ImageFileError) {
        let drawing = opener.format == .svg ? try DrawingCostCheck(bytes, pixelLimit: pixelLimit) : nil
        let header: any OpenedPicture
        do {
            header = try opener.open(bytes, sequential: true)
        } catch {
            throw .damaged(file: bytes.name, reason: error.message)
        }
        let fields = header.fields
        (self.bytes, self.opener) = (bytes, opener)
        // HEIF is a container; the coding inside decides between its two names.
        format = opener.format == .heif && fields.isAV1 ? .avif : opener.format
        (width, height, pixelFormat) = (header.width, header.height, header.pixelFormat)
        isRandomAccess = opener.hasRandomAccess(bytes)
        let limit = PixelLimit(
            format: opener.format, isBilevel: pixelFormat.layout == .l && fields.bitsPerSample == 1,
            isRandomAccess: isRandomAccess, byteCount: bytes.byteCount, explicitLimit: pixelLimit)
        try limit.check(width: width, height: height, file: bytes.name)
        try drawing?.check(width: width, height: height, limit.pixelCount)
        let plan = StoredLayout(header, fields)
        do {
            inkConversion = try plan.inkConversion
        } catch {
            throw .unreadable(file: bytes.name, reason: "\(error)")
        }
        colorSpace = plan.deliveredSpace
        alphaState = plan.hasAlpha ? .unpremultiplied : .opaque
        (depth, isFloat) = (plan.storedDepth, plan.isFloat)
        self.orientation = (orientation ?? fields.orientation).flatMap { (1...8).contains($0) ? $0 : nil } ?? 1
        properties = ImageMetadata.properties(
            of: header, fields, format: format, layout: plan, orientation: self.orientation, bytes: bytes)
        reducedOpeners = offersReductions ? opener.reductions(of: header, in: bytes) : []
        decoding = Self.decoding(bytes, opener, width: width, height: height, pixelFormat, isRandomAccess)
    }

    /// Creates the source of a picture that is decoded at a fraction of its size.
    private init(_ full: DecodedImageSource, _ reduction: SourceReduction, _ opener: any PictureOpener) {
        (bytes, self.opener, format) = (full.bytes, opener, full.format)
        (width, height, pixelFormat) = (reduction.width, reduction.height, full.pixelFormat)
        (colorSpace, alphaState, inkConversion) = (full.colorSpace, full.alphaState, full.inkConversion)
        (depth, isFloat, orientation, properties) = (full.depth, full.isFloat, full.orientation, full.properties)
        isRandomAccess = opener.hasRandomAccess(bytes)
        reducedOpeners = []
        decoding = Self.decoding(bytes, opener, width: width, height: height, pixelFormat, isRandomAccess)
    }

    private static func decoding(
        _ bytes: EncodedBytes, _ opener: any PictureOpener, width: Int, height: Int, _ pixelFormat: PixelFormat,
        _ isRandomAccess: Bool
    ) -> PictureDecoding<Decoded> {
        let fits = width * height <= memoryLimit / max(1, pixelFormat.bytesPerPixel)
        let keepsAll = !isRandomAccess && fits
        return PictureDecoding { stop in
            try naming(bytes) {
                let picture = try opener.open(bytes, sequential: keepsAll)
                try check(picture, width: width, height: height, pixelFormat)
                stop.watch(picture)
                return keepsAll
                    ? .memory(try picture.decodeAll(name: bytes.name))
                    : .regions(try picture.decodeRegions(name: bytes.name))
            }
        }
    }

    /// Checks that a file still holds the picture whose header was read. Another program may have replaced it.
    private static func check(
        _ picture: any OpenedPicture, width: Int, height: Int, _ pixelFormat: PixelFormat
    ) throws(LibraryFailure) {
        guard picture.width == width, picture.height == height, picture.pixelFormat == pixelFormat else {
            throw LibraryFailure(message: "its size or its pixel format has changed since it was opened")
        }
    }

    /// Calls `body`, and adds the name of the file to a failure of the decoder.
    private static func naming<Result>(_ bytes: EncodedBytes, _ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let failure as LibraryFailure {
            throw ImageFileError.damaged(file: bytes.name, reason: failure.message)
        }
    }

    /// Fills `raster`. For a format without random access, the first call decodes the whole picture.
    func read(into raster: Raster) throws {
        let area = raster.bounds.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
        guard !area.isEmpty else { return }
        let pixelSize = pixelFormat.bytesPerPixel
        switch try decoding.wait() {
        case .memory(let pixels):
            unpack(area, into: raster) { pixels.bytes + ((height - 1 - $0) * width + area.x) * pixelSize }
        case .regions(let regions):
            let rowLength = area.width * pixelSize
            let buffer = UnsafeMutableRawPointer.allocate(byteCount: rowLength * area.height, alignment: 16)
            defer { buffer.deallocate() }
            try Self.naming(bytes) {
                try regions.read(
                    left: area.x, top: height - area.maxY, width: area.width, height: area.height, into: buffer)
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
