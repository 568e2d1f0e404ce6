import CVips
import Foundation
import Pixels

/// Encodes through libvips. libvips' saver requests strips from a generated image, whose pixels the picture's closure
/// produces.
struct VipsEncoder {
    private let picture: EncodedPicture
    private let format: ImageFileFormat
    private let options: ImageEncodingOptions

    init(_ picture: EncodedPicture, _ format: ImageFileFormat, _ options: ImageEncodingOptions) {
        (self.picture, self.format, self.options) = (picture, format, options)
    }

    /// The context of the C callback. It also keeps the closure's error.
    private final class Producer {
        let picture: EncodedPicture
        var error: (any Error)?
        init(_ picture: EncodedPicture) { self.picture = picture }
    }

    func encode(name: String) throws -> Data {
        let data = try withImage(name) { image -> Data? in
            var size = 0
            guard let bytes = withOptions({ cvips_save_memory(image.pointer, $0, $1, $2, &size) }) else { return nil }
            return Data(bytesNoCopy: bytes, count: size, deallocator: .custom { pointer, _ in cvips_free(pointer) })
        }.addingTIFFDirectories(tiffDirectories)
        guard format == .jpegXL else { return data }
        return JPEGXLContainer.wrapped(
            data, exif: MetadataEncoder.block(options.properties),
            xmp: MetadataEncoder.packet(options.properties))
    }

    func encode(to file: AtomicFile, name: String) throws {
        if format == .jpegXL {
            // The JPEG XL encoder holds the whole picture in any case, and the metadata must precede its output.
            let data = try encode(name: name)
            return try data.withUnsafeBytes { try file.write($0, at: 0) }
        }
        try withImage(name) { image in
            withOptions { cvips_save_descriptor(image.pointer, $0, $1, $2, file.descriptor) } == 0 ? () : nil
        }
        let patches = TIFFDirectoryUpdate.patches(tiffDirectories, size: file.size, read: file.read(at:count:))
        for (offset, bytes) in patches ?? [] { try bytes.withUnsafeBytes { try file.write($0, at: offset) } }
    }

    /// The metadata that libvips doesn't write into a TIFF file.
    private var tiffDirectories: [DirectoryKind: [DirectoryEntry]] {
        guard format == .tiff else { return [:] }
        var directories = MetadataEncoder.directories(options.properties)
        if let records = IPTCRecords.stored(in: options.properties) {
            directories[.main, default: []].append(IPTCRecords.entry(records))
        }
        return directories
    }

    private func withImage<Result>(_ name: String, _ save: (VipsHandle) -> Result?) throws -> Result {
        guard cvips_start() == 0 else { throw ImageFileError.notWritten(file: name, reason: "libvips did not start") }
        let producer = Producer(picture)
        return try withExtendedLifetime(producer) {
            do {
                let image = try makeImage(producer)
                if let result = save(image) {
                    // Some savers continue with black rows after an error.
                    if let error = producer.error { throw error }
                    return result
                }
                throw VipsFailure.taken()
            } catch let failure as VipsFailure {
                if let error = producer.error { throw error }
                throw ImageFileError.notWritten(file: name, reason: failure.message)
            }
        }
    }

    private func makeImage(_ producer: Producer) throws -> VipsHandle {
        let pixels = picture.pixelFormat
        let isGray = pixels.layout == .l || pixels.layout == .la
        let (type, interpretation) =
            switch pixels.component {
            case .uint8: ("uchar", isGray ? "b-w" : "srgb")
            case .uint16: ("ushort", isGray ? "grey16" : "rgb16")
            case .float16, .float32: ("float", isGray ? "b-w" : "scrgb")
            }
        let resolution = MetadataEncoder.resolution(options.properties) ?? (x: 72, y: 72)
        let image = try VipsHandle(
            cvips_new_generated(
                Int32(picture.width), Int32(picture.height), Int32(pixels.layout.channelCount), type, interpretation,
                resolution.x / 25.4, resolution.y / 25.4,
                { context, top, height, buffer, bytesPerRow in
                    guard let context, let buffer else { return -1 }
                    let producer = Unmanaged<Producer>.fromOpaque(context).takeUnretainedValue()
                    let picture = producer.picture
                    do {
                        try picture.produce(
                            PixelRect(x: 0, y: Int(top), width: picture.width, height: Int(height)), buffer, bytesPerRow
                        )
                        return 0
                    } catch {
                        producer.error = error
                        return -1
                    }
                }, Unmanaged.passUnretained(producer).toOpaque()))
        if let profile = picture.colorSpace?.copyICCData() {
            profile.withUnsafeBytes { cvips_set_blob(image.pointer, "icc-profile-data", $0.baseAddress, $0.count) }
        }
        MetadataEncoder.attach(options.properties, to: image, format: format)
        if let animation = picture.animation {
            let delays = animation.delays.map { Int32($0) }
            cvips_set_integer(image.pointer, "page-height", Int32(animation.frameHeight))
            cvips_set_integer(image.pointer, "loop", Int32(clamping: animation.playCount))
            delays.withUnsafeBufferPointer {
                cvips_set_integers(image.pointer, "delay", $0.baseAddress, Int32($0.count))
            }
        }
        return image
    }

    /// Calls `body` with the saver's nickname and options as C strings.
    private func withOptions<Result>(
        _ body: (UnsafePointer<CChar>, UnsafePointer<UnsafePointer<CChar>?>, Int32) -> Result
    ) -> Result {
        let words = saverOptions.flatMap { [$0.key, $0.value] }
        let strings: [UnsafePointer<CChar>?] = words.map { UnsafePointer(strdup($0)) }
        defer { for string in strings { free(UnsafeMutablePointer(mutating: string)) } }
        return strings.withUnsafeBufferPointer { list in
            // The buffer of an empty array has no address. Since the count is zero, the placeholder isn't read.
            let none: UnsafePointer<CChar>? = nil
            return withUnsafePointer(to: none) {
                body(format.saver ?? "", list.baseAddress ?? $0, Int32(saverOptions.count))
            }
        }
    }

    private var saverOptions: [(key: String, value: String)] {
        // TIFF uses the quality only for JPEG compression.
        let fraction = min(max(options.quality ?? format.defaultQuality ?? 0.85, 0), 1)
        let quality = String(max(1, Int((fraction * 100).rounded())))
        switch format {
        case .jpeg:
            // Chroma keeps the full resolution if quality matters more than size. Optimised Huffman tables would save a
            // tenth of the file, but need the whole picture in memory, and twice the time.
            return [("Q", quality), ("optimize-coding", "false"), ("subsample-mode", fraction >= 0.9 ? "off" : "auto")]
        // Level 3 takes half the time of zlib's default, 6. Photographs grow by a few percent.
        case .png: return [("compression", String(min(max(options.compressionLevel ?? 3, 0), 9)))]
        case .tiff:
            let compression = options.compression ?? "lzw"
            let isFloat = picture.pixelFormat.isFloat
            var list = [
                ("compression", compression), ("bigtiff", picture.needsBigTIFF ? "true" : "false"),
                ("tile-height", String(picture.stripHeight)),
            ]
            if compression == "lzw" || compression == "deflate" {
                list.append(("predictor", isFloat ? "float" : "horizontal"))
            }
            if compression == "jpeg" { list.append(("Q", quality)) }
            return list
        case .webp: return fraction == 1 ? [("lossless", "true")] : [("Q", quality)]
        case .heif, .avif:
            let bits = picture.pixelFormat.component == .uint16 ? "12" : "8"
            var list = [("compression", format == .avif ? "av1" : "hevc"), ("bitdepth", bits)]
            list.append(fraction == 1 ? ("lossless", "true") : ("Q", quality))
            // Speed 6 of the AV1 encoder. libvips' default, 5, takes two to three times as long for files of the same
            // size.
            if format == .avif { list.append(("effort", "3")) }
            return list
        case .jpegXL: return fraction == 1 ? [("lossless", "true")] : [("Q", quality)]
        // Effort 3 of the palette search takes less than half of the time of libvips' default, 7. An animation needs
        // one search for each frame. The dithered frames look the same, and the file grows by three percent.
        case .gif: return picture.animation == nil ? [] : [("effort", "3")]
        case .openEXR, .svg: return []
        }
    }
}

extension Data {
    fileprivate func addingTIFFDirectories(_ directories: [DirectoryKind: [DirectoryEntry]]) -> Data {
        let patches = TIFFDirectoryUpdate.patches(directories, size: count) { offset, length in
            offset < count ? Data(dropFirst(offset).prefix(length)) : nil
        }
        guard let patches else { return self }
        let sink = MemorySink(self)
        for (offset, bytes) in patches { bytes.withUnsafeBytes { sink.write($0, at: offset) } }
        return sink.data
    }
}

extension EncodedPicture {
    /// The number of rows in a TIFF strip: about a mebibyte, since writers and readers hold several strips in memory.
    var stripHeight: Int { max(16, min(128, (1 << 20) / max(1, width * pixelFormat.bytesPerPixel) & ~15)) }

    /// Whether the uncompressed pixels might exceed the four gigabytes that a classic TIFF can address.
    var needsBigTIFF: Bool { width * height * pixelFormat.bytesPerPixel > 3 << 30 }
}
