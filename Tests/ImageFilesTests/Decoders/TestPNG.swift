import CPNGLibrary
import Foundation
import TestSupport

/// A PNG that a test writes with libpng: of any colours, depth and order of pixels.
struct TestPNG {
    var width = 37
    var height = 27
    /// The number of the colour type in the header.
    var type = PNG_COLOR_TYPE_RGB
    var bits: Int32 = 8
    var isInterlaced = false
    /// Whether a colour, or entries of the palette, are transparent.
    var hasTransparency = false
    var resolution: (x: UInt32, y: UInt32, unit: Int32)?
    var profile: Data?
    var exif: Data?
    var texts: [(keyword: String, text: String, compression: Int32)] = []
    var gamma: Double?
    var hasBackground = false

    private var channels: Int {
        switch type {
        case PNG_COLOR_TYPE_RGB: 3
        case PNG_COLOR_TYPE_RGB_ALPHA: 4
        case PNG_COLOR_TYPE_GRAY_ALPHA: 2
        default: 1
        }
    }

    /// The number of colours of the palette.
    private var paletteCount: Int { min(1 << Int(bits), 100) }

    /// Packed components. Few different ones, so that some have the transparent colour.
    private func row(_ y: Int) -> [UInt8] {
        var random = SeededGenerator(seed: UInt64(y))
        if bits == 16 { return (0..<width * channels * 2).map { _ in UInt8(random.below(3) * 85) } }
        let perByte = 8 / Int(bits)
        return (0..<(width * channels + perByte - 1) / perByte).map { _ in
            (0..<perByte).reduce(UInt8(0)) { byte, _ in
                let limit = type == PNG_COLOR_TYPE_PALETTE ? paletteCount : 1 << Int(bits)
                return UInt8(truncatingIfNeeded: Int(byte) << Int(bits) | random.below(limit))
            }
        }
    }

    private final class Output {
        var data = Data()
    }

    var data: Data {
        let output = Output()
        // An error ends the process, with a message.
        var codec = png_create_write_struct(PNG_LIBPNG_VER_STRING, nil, nil, nil)
        var info = png_create_info_struct(codec)
        png_set_write_fn(
            codec, Unmanaged.passUnretained(output).toOpaque(),
            { codec, bytes, count in
                guard let bytes, let place = png_get_io_ptr(codec) else { return }
                Unmanaged<Output>.fromOpaque(place).takeUnretainedValue().data.append(bytes, count: count)
            }, { _ in })
        png_set_IHDR(
            codec, info, UInt32(width), UInt32(height), bits, type,
            isInterlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
            PNG_FILTER_TYPE_DEFAULT)
        setColors(codec, info)
        setMetadata(codec, info)
        png_write_info(codec, info)
        var rows = (0..<height).map(row)
        for _ in 0..<png_set_interlace_handling(codec) {
            for y in 0..<height { rows[y].withUnsafeMutableBufferPointer { png_write_row(codec, $0.baseAddress) } }
        }
        png_write_end(codec, nil)
        png_destroy_write_struct(&codec, &info)
        return output.data
    }

    private func setColors(_ codec: png_structp?, _ info: png_infop?) {
        if type == PNG_COLOR_TYPE_PALETTE {
            let colors = (0..<paletteCount).map { index -> png_color in
                let shade = UInt8(index)
                return png_color(red: 2 * shade, green: 255 - shade, blue: shade &* 7)
            }
            png_set_PLTE(codec, info, colors, Int32(colors.count))
        }
        if hasTransparency {
            var color = png_color_16(index: 0, red: 85, green: 85, blue: 85, gray: 1)
            let alphas: [UInt8] = [0, 100]
            png_set_tRNS(codec, info, alphas, 2, &color)
        }
        if hasBackground {
            var color = png_color_16(index: 0, red: 1, green: 2, blue: 3, gray: 1)
            png_set_bKGD(codec, info, &color)
        }
        if let gamma { png_set_gAMA(codec, info, gamma) }
    }

    private func setMetadata(_ codec: png_structp?, _ info: png_infop?) {
        if let resolution { png_set_pHYs(codec, info, resolution.x, resolution.y, resolution.unit) }
        profile?.withUnsafeBytes {
            png_set_iCCP(
                codec, info, "icc", PNG_COMPRESSION_TYPE_BASE, $0.bindMemory(to: UInt8.self).baseAddress,
                UInt32($0.count))
        }
        if var exif {
            exif.withUnsafeMutableBytes {
                png_set_eXIf_1(codec, info, UInt32($0.count), $0.bindMemory(to: UInt8.self).baseAddress)
            }
        }
        for (keyword, text, compression) in texts {
            keyword.withCString { keyword in
                text.withCString { content in
                    var entry = png_text()
                    entry.compression = compression
                    entry.key = UnsafeMutablePointer(mutating: keyword)
                    entry.text = UnsafeMutablePointer(mutating: content)
                    png_set_text(codec, info, &entry, 1)
                }
            }
        }
    }

    /// One of each kind that decoders treat differently.
    static let kinds: [(name: String, file: TestPNG)] = {
        var result: [(String, TestPNG)] = []
        let depths: [(Int32, [Int32])] = [
            (PNG_COLOR_TYPE_GRAY, [1, 2, 4, 8, 16]), (PNG_COLOR_TYPE_PALETTE, [1, 2, 4, 8]),
            (PNG_COLOR_TYPE_RGB, [8, 16]), (PNG_COLOR_TYPE_GRAY_ALPHA, [8, 16]), (PNG_COLOR_TYPE_RGB_ALPHA, [8, 16]),
        ]
        for (type, list) in depths {
            for bits in list {
                for isInterlaced in [false, true] {
                    let file = TestPNG(type: type, bits: bits, isInterlaced: isInterlaced)
                    let name = "type \(type), \(bits) bits\(isInterlaced ? ", interlaced" : "")"
                    result.append((name, file))
                    guard type & PNG_COLOR_MASK_ALPHA == 0 else { continue }
                    var transparent = file
                    transparent.hasTransparency = true
                    result.append((name + ", transparency", transparent))
                }
            }
        }
        return result + [
            ("1 × 1", TestPNG(width: 1, height: 1)),
            ("1 × 1, interlaced", TestPNG(width: 1, height: 1, isInterlaced: true)),
            ("3 × 90, interlaced", TestPNG(width: 3, height: 90, type: PNG_COLOR_TYPE_GRAY, isInterlaced: true)),
            ("gamma", TestPNG(gamma: 0.5, hasBackground: true)),
        ]
    }()
}
