import COpenEXR
import Pixels

/// Decodes rows of one part of an OpenEXR file.
struct OpenEXRDecoder: Sendable {
    /// The name for error messages.
    let name: String
    let context: OpenEXRContext
    let part: Int32
    let storage: exr_storage_t
    /// The component that each channel is decoded to: 0 red (or gray), 1 green, 2 blue, 3 alpha.
    let slots: [String: Int]
    let isGray: Bool
    let window: exr_attr_box2i_t
    let width: Int
    let height: Int

    /// Maximum number of pixels in a chunk: 320 MB during decoding. A few bytes can claim a tile of four billion
    /// pixels.
    private static let chunkLimit = 1 << 24

    /// Decodes the chunks that contain the rows, counted from the top.
    ///
    /// - Throws: `ImageFileError`, or `CancellationError` soon after `isCancelled` has become true.
    func decode(rows: Range<Int>, isCancelled: () -> Bool) throws -> Raster {
        let area = PixelRect(x: 0, y: height - rows.upperBound, width: width, height: rows.count)
        let raster = Raster(bounds: area)
        raster.fill(area, with: SIMD4(0, 0, 0, 1))
        do {
            if storage == EXR_STORAGE_TILED {
                try decodeTiles(rows, raster, isCancelled)
            } else {
                try decodeLines(rows, raster, isCancelled)
            }
        } catch let failure as OpenEXRFailure {
            throw ImageFileError.damaged(file: name, reason: failure.message)
        }
        if isGray {
            for index in 0..<area.width * area.height {
                let value = raster.pixels[index]
                raster.pixels[index] = SIMD4(value.x, value.x, value.x, value.w)
            }
        }
        return raster
    }

    private func decodeLines(_ rows: Range<Int>, _ raster: Raster, _ isCancelled: () -> Bool) throws {
        var count: Int32 = 0
        try context.check(exr_get_scanlines_per_chunk(context.pointer, part, &count))
        let step = max(1, Int(count))
        let first = rows.lowerBound / step * step
        try withScratch(width, min(step, height)) { scratch in
            for line in stride(from: first, to: rows.upperBound, by: step) {
                if isCancelled() { throw CancellationError() }
                var chunk = exr_chunk_info_t()
                try context.check(
                    exr_read_scanline_chunk_info(context.pointer, part, window.min.y + Int32(line), &chunk))
                try decode(&chunk, scratch, stride: width, rows: min(step, height))
                copy(scratch, stride: width, left: 0, top: line, columns: width, rows: Int(chunk.height), raster)
            }
        }
    }

    private func decodeTiles(_ rows: Range<Int>, _ raster: Raster, _ isCancelled: () -> Bool) throws {
        var (tileWidth, tileHeight) = (Int32(0), Int32(0))
        try context.check(exr_get_tile_sizes(context.pointer, part, 0, 0, &tileWidth, &tileHeight))
        let (columns, lines) = (Int(tileWidth), Int(tileHeight))
        guard columns > 0, lines > 0, columns <= 1 << 24, lines <= 1 << 24 else {
            throw OpenEXRFailure(message: "tiles of \(columns) × \(lines) pixels")
        }
        // A tile at the picture's edge contains only the pixels inside the picture.
        let across = min(columns, width)
        try withScratch(across, min(lines, height)) { scratch in
            for tileY in rows.lowerBound / lines...(rows.upperBound - 1) / lines {
                for tileX in 0...(width - 1) / columns {
                    if isCancelled() { throw CancellationError() }
                    var chunk = exr_chunk_info_t()
                    try context.check(
                        exr_read_tile_chunk_info(context.pointer, part, Int32(tileX), Int32(tileY), 0, 0, &chunk))
                    try decode(&chunk, scratch, stride: across, rows: min(lines, height))
                    copy(
                        scratch, stride: across, left: tileX * columns, top: tileY * lines,
                        columns: min(columns, width - tileX * columns), rows: min(lines, height - tileY * lines), raster
                    )
                }
            }
        }
    }

    /// The distance between decoded pixels, in floats. It is five instead of four, because for four OpenEXRCore 3.1
    /// selects a special routine for half floats, which reverses the channels.
    private static let scratchStride = 5

    /// Provides memory for decoded pixels. It contains opaque black, for channels that the file doesn't have.
    private func withScratch(
        _ columns: Int, _ rows: Int, _ body: (UnsafeMutablePointer<Float>) throws -> Void
    ) throws {
        guard columns * rows <= Self.chunkLimit else {
            throw OpenEXRFailure(
                message: "chunks of \(columns) × \(rows) pixels, which take more memory than is allowed")
        }
        let count = columns * rows * Self.scratchStride
        let scratch = UnsafeMutablePointer<Float>.allocate(capacity: count)
        scratch.initialize(repeating: 0, count: count)
        for pixel in stride(from: 0, to: count, by: Self.scratchStride) { scratch[pixel + 3] = 1 }
        defer { scratch.deallocate() }
        try body(scratch)
    }

    /// Decodes one chunk into RGBA floats. Rows are `stride` pixels apart.
    private func decode(
        _ chunk: inout exr_chunk_info_t, _ scratch: UnsafeMutablePointer<Float>, stride: Int, rows: Int
    ) throws {
        guard chunk.width <= stride, chunk.height <= rows else {
            throw OpenEXRFailure(message: "a chunk is larger than the picture")
        }
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
