import CVips
import Foundation
import Pixels

/// Encodes through libvips. libvips' saver requests strips from a generated image, whose pixels the picture's closure
/// produces.
struct VipsEncoder {
    private let picture: EncodedPicture
    private let format: ImageFileFormat
    private let options: ImageEncodingOptions
    private let saver: VipsSaver
    private var metadata: MetadataStorage { format.record.metadata }

    init(_ picture: EncodedPicture, _ format: ImageFileFormat, _ options: ImageEncodingOptions, saver: VipsSaver) {
        (self.picture, self.format, self.options, self.saver) = (picture, format, options, saver)
    }

    /// Returns whether a format can be encoded. Encoders are plug-ins of libheif, so the only test is to encode a
    /// picture.
    static func encodesSample(as format: ImageFileFormat) -> Bool {
        let sample = EncodedPicture(width: 64, height: 64, pixelFormat: .RGB8, colorSpace: nil) { strip, buffer, row in
            buffer.initializeMemory(as: UInt8.self, repeating: 128, count: row * (strip.height - 1) + strip.width * 3)
        }
        let encoder = format.record.encoding?.encoder
        return (try? encoder?.encode(sample, as: format, .init(), name: format.displayName)) != nil
    }

    /// The context of the C callback. It also keeps the closure's error.
    private final class GeneratorContext {
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
        guard metadata == .jpegXLBoxes else { return data }
        return JPEGXLContainer.wrapped(
            data, exif: MetadataEncoder.block(options.properties),
            xmp: MetadataEncoder.packet(options.properties))
    }

    func encode(to file: PictureFile, name: String) throws {
        if metadata == .jpegXLBoxes {
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
        guard metadata == .tiffDirectories else { return [:] }
        var directories = MetadataEncoder.directories(options.properties)
        if let records = IPTCRecords.stored(in: options.properties) {
            directories[.main, default: []].append(IPTCRecords.entry(records))
        }
        return directories
    }

    private func withImage<Result>(_ name: String, _ save: (VipsHandle) -> Result?) throws -> Result {
        do { try Vips.start() } catch { throw ImageFileError.notWritten(file: name, reason: error.message) }
        let generator = GeneratorContext(picture)
        return try withExtendedLifetime(generator) {
            do {
                let image = try makeImage(generator)
                if let result = save(image) {
                    // Some savers continue with black rows after an error.
                    if let error = generator.error { throw error }
                    return result
                }
                throw Vips.failure()
            } catch let failure as LibraryFailure {
                if let error = generator.error { throw error }
                throw ImageFileError.notWritten(file: name, reason: failure.message)
            }
        }
    }

    private func makeImage(_ generator: GeneratorContext) throws -> VipsHandle {
        let pixels = picture.pixelFormat
        let isGray = pixels.layout.isGray
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
                    let generator = Unmanaged<GeneratorContext>.fromOpaque(context).takeUnretainedValue()
                    let picture = generator.picture
                    do {
                        try picture.produce(
                            PixelRect(x: 0, y: Int(top), width: picture.width, height: Int(height)), buffer, bytesPerRow
                        )
                        return 0
                    } catch {
                        generator.error = error
                        return -1
                    }
                }, Unmanaged.passUnretained(generator).toOpaque()))
        if let profile = picture.colorSpace?.copyICCData() {
            profile.withUnsafeBytes { cvips_set_blob(image.pointer, "icc-profile-data", $0.baseAddress, $0.count) }
        }
        image.attach(options.properties)
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
        let quality = min(max(options.quality ?? format.defaultQuality ?? 0.85, 0), 1)
        let list = saver.options(VipsSaver.Request(picture: picture, options: options, quality: quality))
        let words: [String] = list.flatMap { [$0.key, $0.value] }
        let strings: [UnsafePointer<CChar>?] = words.map { UnsafePointer(strdup($0)) }
        defer { for string in strings { free(UnsafeMutablePointer(mutating: string)) } }
        return strings.withUnsafeBufferPointer { buffer in
            // The buffer of an empty array has no address. Since the count is zero, the placeholder isn't read.
            let none: UnsafePointer<CChar>? = nil
            return withUnsafePointer(to: none) {
                body(saver.nickname, buffer.baseAddress ?? $0, Int32(list.count))
            }
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
