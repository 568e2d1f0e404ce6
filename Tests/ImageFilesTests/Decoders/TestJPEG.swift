import CJPEGLibrary
import Foundation
import TestSupport

/// A JPEG that a test writes with libjpeg: of any colours, sampling and kind of coding.
struct TestJPEG {
    var width = 37
    var height = 27
    /// 1 gray, 3 RGB, 4 CMYK.
    var components = 3
    /// The sampling factors of the first component; those of the others are 1.
    var sampling = (across: Int32(2), down: Int32(2))
    var isProgressive = false
    var isArithmetic = false
    /// The number of blocks between restart markers; 0 for none.
    var restartInterval: UInt32 = 0
    /// Whether CMYK is stored as YCCK.
    var isYCCK = false
    var quality: Int32 = 80
    var density: (unit: UInt8, x: UInt16, y: UInt16)?
    /// Segments for applications, in front of the pixels.
    var segments: [(kind: Int32, content: Data)] = []

    /// The component `c` at a place that is counted from the upper left corner; nil for smooth colours with some noise.
    var pattern: (@Sendable (_ x: Int, _ y: Int, _ c: Int) -> UInt8)?

    private func sample(_ x: Int, _ y: Int, _ c: Int) -> UInt8 {
        if let pattern { return pattern(x, y, c) }
        var random = SeededGenerator(seed: UInt64((y * width + x) * 4 + c))
        return UInt8((x * 5 + y * 3 + c * 60 + random.below(40)) & 255)
    }

    var data: Data {
        var codec = jpeg_compress_struct()
        var errors = jpeg_error_mgr()
        var (bytes, size): (UnsafeMutablePointer<UInt8>?, UInt) = (nil, 0)
        withUnsafeMutablePointer(to: &errors) { errors in
            withUnsafeMutablePointer(to: &codec) { codec in
                // An error ends the process, with a message.
                codec.pointee.err = jpeg_std_error(errors)
                jpeg_CreateCompress(codec, JPEG_LIB_VERSION, MemoryLayout<jpeg_compress_struct>.size)
                jpeg_mem_dest(codec, &bytes, &size)
                configure(codec)
                jpeg_start_compress(codec, 1)
                for (kind, content) in segments {
                    content.withUnsafeBytes {
                        jpeg_write_marker(
                            codec, JPEG_APP0 + kind, $0.bindMemory(to: UInt8.self).baseAddress, UInt32($0.count))
                    }
                }
                for y in 0..<height {
                    var row = (0..<width * components).map { sample($0 / components, y, $0 % components) }
                    row.withUnsafeMutableBufferPointer {
                        var start = $0.baseAddress
                        _ = jpeg_write_scanlines(codec, &start, 1)
                    }
                }
                jpeg_finish_compress(codec)
                jpeg_destroy_compress(codec)
            }
        }
        defer { free(bytes) }
        return bytes.map { Data(bytes: $0, count: Int(size)) } ?? Data()
    }

    private func configure(_ codec: UnsafeMutablePointer<jpeg_compress_struct>) {
        codec.pointee.image_width = UInt32(width)
        codec.pointee.image_height = UInt32(height)
        codec.pointee.input_components = Int32(components)
        codec.pointee.in_color_space = components == 1 ? JCS_GRAYSCALE : components == 3 ? JCS_RGB : JCS_CMYK
        jpeg_set_defaults(codec)
        if isYCCK { jpeg_set_colorspace(codec, JCS_YCCK) }
        jpeg_set_quality(codec, quality, 1)
        codec.pointee.comp_info[0].h_samp_factor = sampling.across
        codec.pointee.comp_info[0].v_samp_factor = sampling.down
        for index in 1..<max(components, 2) where components > 1 {
            codec.pointee.comp_info[index].h_samp_factor = 1
            codec.pointee.comp_info[index].v_samp_factor = 1
        }
        codec.pointee.restart_interval = restartInterval
        codec.pointee.arith_code = isArithmetic ? 1 : 0
        if isProgressive { jpeg_simple_progression(codec) }
        codec.pointee.write_JFIF_header = density == nil ? 0 : 1
        if let density {
            codec.pointee.density_unit = density.unit
            codec.pointee.X_density = density.x
            codec.pointee.Y_density = density.y
        }
    }

    /// One of each kind that decoders treat differently.
    static let kinds: [(name: String, file: TestJPEG)] = [
        ("4:2:0", TestJPEG()),
        ("4:2:2", TestJPEG(sampling: (2, 1))),
        ("4:4:0", TestJPEG(sampling: (1, 2))),
        ("4:4:4", TestJPEG(sampling: (1, 1))),
        ("4:1:1", TestJPEG(sampling: (4, 1))),
        ("gray", TestJPEG(components: 1, sampling: (1, 1))),
        ("CMYK", TestJPEG(components: 4, sampling: (1, 1))),
        ("YCCK", TestJPEG(components: 4, isYCCK: true)),
        ("progressive", TestJPEG(isProgressive: true)),
        ("progressive gray", TestJPEG(components: 1, sampling: (1, 1), isProgressive: true)),
        ("progressive CMYK", TestJPEG(components: 4, isProgressive: true, isYCCK: true)),
        ("arithmetic", TestJPEG(isArithmetic: true)),
        ("arithmetic, progressive", TestJPEG(isProgressive: true, isArithmetic: true)),
        ("restart markers", TestJPEG(restartInterval: 2)),
        ("restart markers, progressive", TestJPEG(isProgressive: true, restartInterval: 1)),
        ("1 × 1", TestJPEG(width: 1, height: 1)),
        ("1 × 40", TestJPEG(width: 1, height: 40)),
        ("one row", TestJPEG(width: 333, height: 1)),
        ("many rows", TestJPEG(width: 9, height: 700, quality: 95)),
        ("low quality", TestJPEG(width: 100, height: 60, quality: 3)),
    ]
}
