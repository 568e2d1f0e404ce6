import COpenEXR
import Foundation
import Pixels
import Synchronization

/// An OpenEXR picture: the R, G, B, A or Y, A channels of the first part that has them, linear, premultiplied.
///
/// Decoded once on the first read; a picture above `memoryLimit` is decoded again for the rows of each read instead.
final class OpenEXRSource: ImageFileSource {
    let width: Int
    let height: Int
    let colorSpace: CGColorSpace?
    let alphaState: AlphaState
    let depth: Int
    let properties: [String: any Sendable]
    var format: ImageFileFormat { .openEXR }
    var orientation: Int { 1 }
    var isFloat: Bool { true }

    let path: String?
    private let name: String
    private let context: OpenEXRContext
    private let part: Int32
    private let window: exr_attr_box2i_t
    private let storage: exr_storage_t
    private let slots: [String: Int]
    private let isGray: Bool
    private let decoded = Mutex<Result<Raster, ImageFileError>?>(nil)

    private static let memoryLimit = 1 << 30

    init(_ bytes: EncodedBytes, pixelLimit: Int) throws(ImageFileError) {
        (name, path) = (bytes.name, bytes.path)
        guard let data = bytes.mapped else { throw .unreadable(file: bytes.name, reason: "it can't be mapped") }
        let header: Header
        do {
            context = try OpenEXRContext(reading: data)
            header = try Header(context)
        } catch let failure as OpenEXRFailure {
            throw .damaged(file: bytes.name, reason: failure.message)
        } catch {
            throw .damaged(file: bytes.name, reason: "\(error)")
        }
        (part, window, storage) = (header.part, header.window, header.storage)
        (slots, isGray, depth) = (header.slots, header.isGray, header.depth)
        width = Int(window.max.x) - Int(window.min.x) + 1
        height = Int(window.max.y) - Int(window.min.y) + 1
        guard width > 0, height > 0, width <= 1 << 24, height <= 1 << 24, width * height <= pixelLimit else {
            throw .tooLarge(file: bytes.name, width: width, height: height, limit: pixelLimit)
        }
        alphaState = slots.values.contains(3) ? .premultiplied : .opaque
        let space =
            isGray
            ? CGColorSpace(name: CGColorSpace.extendedLinearGray)
            : header.primaries.flatMap { CGColorSpace(linearRGB: $0) }
                ?? CGColorSpace(name: CGColorSpace.extendedLinearSRGB)
        colorSpace = space
        var properties: [String: any Sendable] = [
            kCGImagePropertyPixelWidth: width, kCGImagePropertyPixelHeight: height, kCGImagePropertyDepth: depth,
            kCGImagePropertyIsFloat: true, kCGImagePropertyOrientation: 1,
            kCGImagePropertyHasAlpha: alphaState != .opaque,
            kCGImagePropertyColorModel: isGray ? kCGImagePropertyColorModelGray : kCGImagePropertyColorModelRGB,
        ]
        if let name = space?.profileDescription { properties[kCGImagePropertyProfileName] = name }
        self.properties = properties
    }

    /// What the header says.
    private struct Header {
        var part: Int32 = 0
        var window = exr_attr_box2i_t()
        var storage = EXR_STORAGE_SCANLINE
        /// Which of red, green, blue and alpha each channel goes to.
        var slots: [String: Int] = [:]
        var isGray = false
        var depth = 16
        var primaries: Primaries?

        init(_ context: OpenEXRContext) throws {
            var count: Int32 = 0
            try context.check(exr_get_count(context.pointer, &count))
            for index in 0..<count {
                var kind = EXR_STORAGE_SCANLINE
                try context.check(exr_get_storage(context.pointer, index, &kind))
                guard kind == EXR_STORAGE_SCANLINE || kind == EXR_STORAGE_TILED else { continue }
                try readChannels(context, index)
                guard !slots.isEmpty else { continue }
                (part, storage) = (index, kind)
                try context.check(exr_get_data_window(context.pointer, index, &window))
                var value = exr_attr_chromaticities_t()
                if exr_attr_get_chromaticities(context.pointer, index, "chromaticities", &value) == 0 {
                    primaries = Primaries(
                        red: [Double(value.red_x), Double(value.red_y)],
                        green: [Double(value.green_x), Double(value.green_y)],
                        blue: [Double(value.blue_x), Double(value.blue_y)],
                        white: [Double(value.white_x), Double(value.white_y)])
                }
                return
            }
            throw OpenEXRFailure(message: "no part holds R, G and B or Y channels at full resolution")
        }

        private mutating func readChannels(_ context: OpenEXRContext, _ index: Int32) throws {
            var list: UnsafePointer<exr_attr_chlist_t>?
            try context.check(exr_get_channels(context.pointer, index, &list))
            guard let list = list?.pointee, let entries = list.entries else { return }
            var names: [String: exr_pixel_type_t] = [:]
            for place in 0..<Int(list.num_channels) {
                let entry = entries[place]
                guard entry.x_sampling == 1, entry.y_sampling == 1, let text = entry.name.str else { continue }
                names[String(cString: text)] = entry.pixel_type
            }
            // The unnamed layer first, then the first layer that has colours.
            let prefixes = names.keys.compactMap { name in name.lastIndex(of: ".").map { String(name[...$0]) } }
            let layers = [""] + Set(prefixes).sorted()
            for layer in layers {
                if names[layer + "R"] != nil, names[layer + "G"] != nil, names[layer + "B"] != nil {
                    slots = [layer + "R": 0, layer + "G": 1, layer + "B": 2]
                } else if names[layer + "Y"] != nil, names[layer + "RY"] == nil {
                    slots = [layer + "Y": 0]
                    isGray = true
                } else {
                    continue
                }
                if names[layer + "A"] != nil { slots[layer + "A"] = 3 }
                depth = slots.keys.contains { names[$0] != EXR_PIXEL_HALF } ? 32 : 16
                return
            }
        }
    }

    /// Fills `raster`; the first call decodes the picture.
    func read(into raster: Raster) throws {
        let area = raster.bounds.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
        guard !area.isEmpty else { return }
        if width * height <= Self.memoryLimit / MemoryLayout<SIMD4<Float>>.size {
            raster.copy(from: try whole())
        } else {
            raster.copy(from: try decode(rows: height - area.maxY..<height - area.y))
        }
    }

    private func whole() throws -> Raster {
        try decoded.withLock { state in
            if let state { return state }
            let result = Result { () throws(ImageFileError) in try decode(rows: 0..<height) }
            state = result
            return result
        }.get()
    }

    /// Decodes the chunks that hold the rows, which count from the top.
    private func decode(rows: Range<Int>) throws(ImageFileError) -> Raster {
        let area = PixelRect(x: 0, y: height - rows.upperBound, width: width, height: rows.count)
        let raster = Raster(bounds: area)
        raster.fill(area, with: SIMD4(0, 0, 0, 1))
        do {
            if storage == EXR_STORAGE_TILED { try decodeTiles(rows, raster) } else { try decodeLines(rows, raster) }
        } catch let failure as OpenEXRFailure {
            throw .damaged(file: name, reason: failure.message)
        } catch {
            throw .damaged(file: name, reason: "\(error)")
        }
        if isGray {
            for index in 0..<area.width * area.height {
                let value = raster.pixels[index]
                raster.pixels[index] = SIMD4(value.x, value.x, value.x, value.w)
            }
        }
        return raster
    }

    private func decodeLines(_ rows: Range<Int>, _ raster: Raster) throws {
        var count: Int32 = 0
        try context.check(exr_get_scanlines_per_chunk(context.pointer, part, &count))
        let step = max(1, Int(count))
        let first = rows.lowerBound / step * step
        try withScratch(width, step) { scratch in
            for line in stride(from: first, to: rows.upperBound, by: step) {
                var chunk = exr_chunk_info_t()
                try context.check(
                    exr_read_scanline_chunk_info(context.pointer, part, window.min.y + Int32(line), &chunk))
                try decode(&chunk, scratch, stride: width)
                copy(scratch, stride: width, left: 0, top: line, columns: width, rows: Int(chunk.height), raster)
            }
        }
    }

    private func decodeTiles(_ rows: Range<Int>, _ raster: Raster) throws {
        var (tileWidth, tileHeight) = (Int32(0), Int32(0))
        try context.check(exr_get_tile_sizes(context.pointer, part, 0, 0, &tileWidth, &tileHeight))
        let (columns, lines) = (Int(tileWidth), Int(tileHeight))
        guard columns > 0, lines > 0, columns <= 1 << 16, lines <= 1 << 16 else {
            throw OpenEXRFailure(message: "tiles of \(columns) × \(lines) pixels")
        }
        try withScratch(columns, lines) { scratch in
            for tileY in rows.lowerBound / lines...(rows.upperBound - 1) / lines {
                for tileX in 0...(width - 1) / columns {
                    var chunk = exr_chunk_info_t()
                    try context.check(
                        exr_read_tile_chunk_info(context.pointer, part, Int32(tileX), Int32(tileY), 0, 0, &chunk))
                    try decode(&chunk, scratch, stride: columns)
                    copy(
                        scratch, stride: columns, left: tileX * columns, top: tileY * lines,
                        columns: min(columns, width - tileX * columns), rows: min(lines, height - tileY * lines), raster
                    )
                }
            }
        }
    }

    /// Floats from one decoded pixel to the next. One more than the four channels: with exactly four, OpenEXRCore 3.1 unpacks halves by a
    /// special routine that reverses the channels.
    private static let scratchStride = 5

    /// Memory for decoded pixels, opaque black where the file has no channel.
    private func withScratch(
        _ columns: Int, _ rows: Int, _ body: (UnsafeMutablePointer<Float>) throws -> Void
    ) throws {
        let count = columns * rows * Self.scratchStride
        let scratch = UnsafeMutablePointer<Float>.allocate(capacity: count)
        scratch.initialize(repeating: 0, count: count)
        for pixel in stride(from: 0, to: count, by: Self.scratchStride) { scratch[pixel + 3] = 1 }
        defer { scratch.deallocate() }
        try body(scratch)
    }

    /// Decodes one chunk into RGBA floats, `stride` pixels from row to row.
    private func decode(
        _ chunk: inout exr_chunk_info_t, _ scratch: UnsafeMutablePointer<Float>, stride: Int
    ) throws {
        var pipeline = exr_decode_pipeline_t()
        try context.check(exr_decoding_initialize(context.pointer, part, &chunk, &pipeline))
        defer { exr_decoding_destroy(context.pointer, &pipeline) }
        let base = UnsafeMutableRawPointer(scratch)
        for index in 0..<Int(pipeline.channel_count) {
            let name = String(cString: pipeline.channels[index].channel_name)
            guard let slot = slots[name] else {
                pipeline.channels[index].decode_to_ptr = nil
                continue
            }
            pipeline.channels[index].user_bytes_per_element = 4
            pipeline.channels[index].user_data_type = UInt16(EXR_PIXEL_FLOAT.rawValue)
            pipeline.channels[index].user_pixel_stride = Int32(Self.scratchStride * 4)
            pipeline.channels[index].user_line_stride = Int32(stride * Self.scratchStride * 4)
            pipeline.channels[index].decode_to_ptr = (base + slot * 4).assumingMemoryBound(to: UInt8.self)
        }
        try context.check(exr_decoding_choose_default_routines(context.pointer, part, &pipeline))
        try context.check(exr_decoding_run(context.pointer, part, &pipeline))
    }

    private func copy(
        _ scratch: UnsafeMutablePointer<Float>, stride: Int, left: Int, top: Int, columns: Int, rows: Int,
        _ raster: Raster
    ) {
        for line in 0..<rows {
            let y = height - 1 - (top + line)
            guard y >= raster.bounds.y, y < raster.bounds.maxY else { continue }
            let (row, first) = (raster.row(y) + left, scratch + line * stride * Self.scratchStride)
            for x in 0..<columns {
                let pixel = first + x * Self.scratchStride
                row[x] = SIMD4(pixel[0], pixel[1], pixel[2], pixel[3])
            }
        }
    }
}
