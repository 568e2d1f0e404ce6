import CVips
import Foundation
import Pixels
import Synchronization

/// A picture that libvips decodes, when its pixels are first asked for.
///
/// Formats with random access (tiled TIFF) are decoded region by region and never held whole. Others are decoded once, on the first
/// read, into memory as they are stored, or into a temporary file when they are larger than `memoryLimit`.
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
    private let decoded = Mutex<Decoded?>(nil)

    /// The decoded picture; decodes all of it, unless parts of it can be decoded without the rest, or it is too large for memory.
    var storage: PixelView? {
        // Inks are converted while they are read, and so are not what is stored.
        guard !isRandomAccess, inkConversion == nil, case .memory(let image) = open(),
            let pixels = cvips_pixels(image.pointer)
        else { return nil }
        // Nothing writes through the view, and it keeps the image alive.
        return PixelView(
            topLeft: UnsafeMutableRawPointer(mutating: pixels),
            bounds: PixelRect(x: 0, y: 0, width: width, height: height), format: pixelFormat,
            bytesPerRow: width * pixelFormat.bytesPerPixel, keeping: image)
    }

    /// The format of the decoded pixels; nil for inks, which are converted.
    var storedFormat: PixelFormat? { inkConversion == nil ? pixelFormat : nil }

    /// A pass that decodes the file anew; nil when it is in memory already.
    func makeStripReader(stripHeight: Int) throws -> (any StripReader)? {
        let isInMemory = decoded.withLock { state in
            if case .memory = state { true } else { false }
        }
        if isInMemory { return nil }
        let (bytes, loader, pixelFormat, width) = (bytes, loader, pixelFormat, width)
        let bytesPerRow = width * pixelFormat.bytesPerPixel
        let open: @Sendable () throws -> StripDecoder.Decode = {
            do {
                let image = try StoredLayout.normalized(try Self.load(bytes, loader, sequential: true))
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
        let openConverting: @Sendable () throws -> StripDecoder.Decode = {
            let decode = try open()
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

    /// Decoded pixels: all in memory, or behind libvips' own cache.
    private enum Decoded: Sendable {
        case memory(VipsHandle)
        case regions(VipsHandle)
        case failed(ImageFileError)
    }

    private static let memoryLimit = 1 << 30
    /// GIF's decoder holds its canvas whole, whose size a file of fifty bytes can state as it likes.
    private static let gifPixelLimit = 1 << 26

    init(_ bytes: EncodedBytes, pixelLimit: Int) throws(ImageFileError) {
        guard cvips_start() == 0 else { throw .unreadable(file: bytes.name, reason: "libvips did not start") }
        let (bytes, loader) = try Self.withLoader(bytes)
        guard let format = ImageFileFormat(loader: loader) else { throw .notAnImage(file: bytes.name) }
        let header: VipsHandle
        do {
            header = try Self.load(bytes, loader, sequential: true)
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
        let limit = format == .gif ? min(pixelLimit, Self.gifPixelLimit) : pixelLimit
        guard isRandomAccess || width.multipliedReportingOverflow(by: height).partialValue <= limit else {
            throw .tooLarge(file: bytes.name, width: width, height: height, limit: limit)
        }
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
        orientation = header.integer("orientation").flatMap { (1...8).contains($0) ? $0 : nil } ?? 1
        properties = ImageMetadata.properties(
            of: header, format: self.format, layout: plan, orientation: orientation, bytes: bytes)
    }

    /// The bytes and what loads them. A vector picture that is loaded by its path may show other files of its folder; in memory it has none.
    private static func withLoader(_ bytes: EncodedBytes) throws(ImageFileError) -> (EncodedBytes, loader: String) {
        let loader = try findLoader(bytes)
        guard ImageFileFormat(loader: loader) == .svg, case .file(let path) = bytes else { return (bytes, loader) }
        guard let data = bytes.mapped else { throw .unreadable(file: path, reason: "it can't be mapped into memory") }
        let placeless = EncodedBytes.memory(data, name: path)
        return (placeless, try findLoader(placeless))
    }

    private static func findLoader(_ bytes: EncodedBytes) throws(ImageFileError) -> String {
        loadModule(bytes.head(12))
        let name: UnsafePointer<CChar>?
        switch bytes {
        case .file(let path):
            // Some of libvips' formats look for the end of a line, which a file of any size may lack: what its start doesn't show, no file is.
            let start = bytes.head(1 << 16)
            // TIFF is known by four bytes, and its directory may be anywhere.
            let isKnown =
                Self.beginsAsTIFF(start)
                || start.withUnsafeBytes { cvips_find_loader_memory($0.baseAddress, $0.count) } != nil
            name = isKnown ? cvips_find_loader_file(path) : nil
        case .memory(let data, _): name = data.withUnsafeBytes { cvips_find_loader_memory($0.baseAddress, $0.count) }
        }
        guard let name else {
            _ = VipsFailure.taken()
            throw .notAnImage(file: bytes.name)
        }
        return String(cString: name)
    }

    /// Whether a file begins as TIFF files of either byte order and size do.
    private static func beginsAsTIFF(_ start: Data) -> Bool {
        let marks: [[UInt8]] = [
            [0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43],
        ]
        return marks.contains { start.starts(with: $0) }
    }

    /// Loads the coder that libvips needs for files that begin like this, where it is in a module of its own.
    private static func loadModule(_ head: Data) {
        let box = head.dropFirst(4).prefix(4)
        if box.elementsEqual("ftyp".utf8) { cvips_load_module(CVIPS_MODULE_HEIF) }
        if box.elementsEqual("JXL ".utf8) || head.starts(with: [0xFF, 0x0A]) { cvips_load_module(CVIPS_MODULE_JXL) }
    }

    private static func load(
        _ bytes: EncodedBytes, _ loader: String, sequential: Bool
    ) throws(VipsFailure) -> VipsHandle {
        switch bytes {
        case .file(let path): try VipsHandle(cvips_load_file(loader, path, sequential ? 1 : 0))
        case .memory(let data, _):
            try VipsHandle(
                data.withUnsafeBytes { cvips_load_memory(loader, $0.baseAddress, $0.count, sequential ? 1 : 0) })
        }
    }

    private func open() -> Decoded {
        decoded.withLock { state in
            if let state { return state }
            let made: Decoded
            do {
                let fits = width * height <= Self.memoryLimit / max(1, pixelFormat.bytesPerPixel)
                let keepsAll = !isRandomAccess && fits
                let image = try StoredLayout.normalized(try Self.load(bytes, loader, sequential: keepsAll))
                made = keepsAll ? .memory(try VipsHandle(cvips_in_memory(image.pointer))) : .regions(image)
            } catch {
                made = .failed(.damaged(file: bytes.name, reason: (error as? VipsFailure)?.message ?? "\(error)"))
            }
            state = made
            return made
        }
    }

    /// Fills `raster`; the first call of a format without random access decodes the whole picture.
    func read(into raster: Raster) throws {
        let area = raster.bounds.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
        guard !area.isEmpty else { return }
        let pixelSize = pixelFormat.bytesPerPixel
        switch open() {
        case .failed(let error): throw error
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
