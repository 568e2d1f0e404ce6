import COpenEXR
import Foundation
import Pixels

/// Encodes half and float pictures as OpenEXR scan lines. As the format requires, alpha is premultiplied and colours
/// are linear.
struct OpenEXREncoder {
    private let picture: EncodedPicture
    private let options: ImageEncodingOptions

    init(_ picture: EncodedPicture, _ options: ImageEncodingOptions) throws(ImageFileError) {
        (self.picture, self.options) = (picture, options)
        if let space = picture.colorSpace, !space.isLinear {
            throw .unsupported(
                format: ImageFileFormat.openEXR.displayName,
                reason: "the space \(space) is not linear; use CGColorSpace.extendedLinearSRGB or another linear space")
        }
    }

    private static let compressions: [String: exr_compression_t] = [
        "none": EXR_COMPRESSION_NONE, "rle": EXR_COMPRESSION_RLE, "zips": EXR_COMPRESSION_ZIPS,
        "zip": EXR_COMPRESSION_ZIP, "piz": EXR_COMPRESSION_PIZ,
    ]

    /// The channel names, in the order of the pixel format.
    private var channels: [String] {
        switch picture.pixelFormat.layout {
        case .l: ["Y"]
        case .la: ["Y", "A"]
        case .rgb: ["R", "G", "B"]
        default: ["R", "G", "B", "A"]
        }
    }

    func encode(to sink: any ByteSink, name: String) throws {
        let compression = options.compression ?? "zip"
        guard let method = Self.compressions[compression] else {
            throw ImageFileError.unsupported(
                format: ImageFileFormat.openEXR.displayName,
                reason: "compression \(compression); use \(Self.compressions.keys.sorted().joined(separator: ", "))")
        }
        var context: OpenEXRContext?
        do {
            let opened = try OpenEXRContext(writing: sink)
            context = opened
            try writeHeader(opened, method)
            try writeRows(opened)
            opened.close()
            if let failure = opened.sinkFailure { throw failure }
        } catch let failure as OpenEXRFailure {
            if let cause = context?.sinkFailure { throw cause }
            throw ImageFileError.notWritten(file: name, reason: failure.message)
        }
    }

    private func writeHeader(_ context: OpenEXRContext, _ method: exr_compression_t) throws {
        var part: Int32 = 0
        try context.check(exr_add_part(context.pointer, nil, EXR_STORAGE_SCANLINE, &part))
        try context.check(
            exr_initialize_required_attr_simple(
                context.pointer, part, Int32(picture.width), Int32(picture.height), method))
        let type = picture.pixelFormat.component == .float16 ? EXR_PIXEL_HALF : EXR_PIXEL_FLOAT
        for channel in channels.sorted() {
            try context.check(
                exr_add_channel(context.pointer, part, channel, type, EXR_PERCEPTUALLY_LOGARITHMIC, 1, 1))
        }
        // The default of this attribute is the primaries of Rec. 709.
        if let primaries = picture.colorSpace?.primaries, primaries != .rec709 {
            var value = exr_attr_chromaticities_t(
                red_x: Float(primaries.red.x), red_y: Float(primaries.red.y), green_x: Float(primaries.green.x),
                green_y: Float(primaries.green.y), blue_x: Float(primaries.blue.x), blue_y: Float(primaries.blue.y),
                white_x: Float(primaries.white.x), white_y: Float(primaries.white.y))
            try context.check(exr_attr_set_chromaticities(context.pointer, part, "chromaticities", &value))
        }
        try writeResolution(context, part)
        try context.check(exr_write_header(context.pointer))
    }

    /// Writes the horizontal resolution as an attribute. The vertical one is its product with the pixel aspect ratio.
    private func writeResolution(_ context: OpenEXRContext, _ part: Int32) throws {
        guard let (x, y) = MetadataEncoder.resolution(options.properties) else { return }
        let ratio = Float(y / x)
        // The library refuses files with a ratio outside this range.
        guard (1e-6...1e6).contains(ratio) else { return }
        try context.check(exr_attr_set_float(context.pointer, part, "xDensity", Float(x)))
        try context.check(exr_set_pixel_aspect_ratio(context.pointer, part, ratio))
    }

    private func writeRows(_ context: OpenEXRContext) throws {
        var linesPerChunk: Int32 = 0
        try context.check(exr_get_scanlines_per_chunk(context.pointer, 0, &linesPerChunk))
        let step = max(1, Int(linesPerChunk))
        let bytesPerRow = picture.width * picture.pixelFormat.bytesPerPixel
        // A strip contains many chunks, so that the caller can use all cores to produce it.
        let strip = max(step, min(256, (8 << 20) / bytesPerRow) / step * step)
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: bytesPerRow * strip, alignment: 16)
        defer { buffer.deallocate() }
        var pipeline = exr_encode_pipeline_t()
        defer { exr_encoding_destroy(context.pointer, &pipeline) }
        var isFirst = true
        for top in stride(from: 0, to: picture.height, by: strip) {
            let rows = min(strip, picture.height - top)
            try picture.produce(PixelRect(x: 0, y: top, width: picture.width, height: rows), buffer, bytesPerRow)
            for line in stride(from: 0, to: rows, by: step) {
                var chunk = exr_chunk_info_t()
                try context.check(exr_write_scanline_chunk_info(context.pointer, 0, Int32(top + line), &chunk))
                if isFirst {
                    try context.check(exr_encoding_initialize(context.pointer, 0, &chunk, &pipeline))
                } else {
                    try context.check(exr_encoding_update(context.pointer, 0, &chunk, &pipeline))
                }
                bind(&pipeline, buffer + line * bytesPerRow, bytesPerRow)
                if isFirst { try context.check(exr_encoding_choose_default_routines(context.pointer, 0, &pipeline)) }
                isFirst = false
                try context.check(exr_encoding_run(context.pointer, 0, &pipeline))
            }
        }
    }

    /// Points each channel of the file to its first sample in the buffer.
    private func bind(_ pipeline: inout exr_encode_pipeline_t, _ start: UnsafeMutableRawPointer, _ bytesPerRow: Int) {
        let size = picture.pixelFormat.component.byteCount
        let type = picture.pixelFormat.component == .float16 ? EXR_PIXEL_HALF : EXR_PIXEL_FLOAT
        for index in 0..<Int(pipeline.channel_count) {
            let name = String(cString: pipeline.channels[index].channel_name)
            let place = channels.firstIndex(of: name) ?? 0
            pipeline.channels[index].user_bytes_per_element = Int16(size)
            pipeline.channels[index].user_data_type = UInt16(type.rawValue)
            pipeline.channels[index].user_pixel_stride = Int32(picture.pixelFormat.bytesPerPixel)
            pipeline.channels[index].user_line_stride = Int32(bytesPerRow)
            pipeline.channels[index].encode_from_ptr = UnsafePointer(
                (start + place * size).assumingMemoryBound(to: UInt8.self))
        }
    }
}
