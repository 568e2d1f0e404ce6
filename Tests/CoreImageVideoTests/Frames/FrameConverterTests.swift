import CoreImage
import Foundation
import PixelBuffers
import Testing
import VideoExchange
import VideoFiles

@testable import CoreImageVideo

/// Frames as pixel buffers. The samples are chosen, and what each stands for is written out.
@Suite struct FrameConverterTests {
    private static let width = 5
    private static let height = 3

    /// The sample of a plane at a place.
    private static func sample(_ format: VideoPixelFormat, _ plane: Int, _ x: Int, _ y: Int) -> Int {
        let mask = (1 << format.bitDepth) - 1
        return (x * 37 + y * 101 + plane * 59 + (x == 0 && y == 0 ? mask : 0)) & mask
    }

    /// Makes a frame of planes of single samples.
    private static func planar(_ format: VideoPixelFormat, _ range: ColourTags.Range?) throws -> VideoFrame {
        let header = FrameFormat(
            pixelFormat: format, width: width, height: height, colours: ColourTags(range: range, matrix: 1))
        let layout = try #require(header.layout)
        var bytes = [UInt8](repeating: 0xEE, count: layout.byteCount)
        for (index, plane) in layout.planes.enumerated() {
            for y in 0..<plane.rows {
                for x in 0..<plane.columns {
                    let value = sample(format, index, x, y)
                    let place = plane.offset + y * plane.bytesPerRow
                    if format.bitDepth > 8 {
                        bytes[place + 2 * x] = UInt8(value & 255)
                        bytes[place + 2 * x + 1] = UInt8(value >> 8)
                    } else {
                        bytes[place + x] = UInt8(value)
                    }
                }
            }
        }
        return try #require(
            VideoFrame(format: header, samples: bytes, time: 0, duration: 1, timeBase: Ratio(1, 25)))
    }

    /// A component of a buffer.
    private static func value(_ buffer: CVPixelBuffer, _ plane: Int, _ index: Int, _ y: Int, words: Bool) -> Int {
        let row = buffer.planes[plane].address + y * buffer.planes[plane].bytesPerRow
        return words
            ? Int(row.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self))
            : Int(row.load(fromByteOffset: index, as: UInt8.self))
    }

    @Test(
        "planar luma and chroma become pairs of chroma, with significant bits at the top",
        arguments: [
            (VideoPixelFormat.yuv422p, ColourTags.Range.video, kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange, 0),
            (.yuv422p, .full, kCVPixelFormatType_422YpCbCr8BiPlanarFullRange, 0),
            (.yuv444p, .video, kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange, 0),
            (.yuv420p10le, .video, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, 6),
            (.yuv420p10le, .full, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange, 6),
            (.yuv422p10le, .video, kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, 6),
            (.yuv444p10le, .video, kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange, 6),
            (.yuv420p12le, .video, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, 4),
            (.yuv444p12le, .video, kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange, 4),
        ])
    func pairs(_ format: VideoPixelFormat, _ range: ColourTags.Range, _ type: OSType, _ shift: Int) throws {
        let buffer = try FrameConverter(file: "a clip", track: nil).buffer(of: try Self.planar(format, range))
        #expect(CVPixelBufferGetPixelFormatType(buffer) == type)
        let words = format.bitDepth > 8
        let columns = format.rawValue.contains("444") ? 5 : 3
        let rows = format.rawValue.contains("420") ? 2 : 3
        for y in 0..<3 {
            for x in 0..<5 {
                #expect(Self.value(buffer, 0, x, y, words: words) == Self.sample(format, 0, x, y) << shift)
            }
        }
        for y in 0..<rows {
            for x in 0..<columns {
                #expect(Self.value(buffer, 1, 2 * x, y, words: words) == Self.sample(format, 1, x, y) << shift)
                #expect(Self.value(buffer, 1, 2 * x + 1, y, words: words) == Self.sample(format, 2, x, y) << shift)
            }
        }
    }

    @Test("12 bits of full range keep white white and neutral neutral")
    func fullTwelveBits() throws {
        let buffer = try FrameConverter(file: "a clip", track: nil).buffer(
            of: try Self.planar(.yuv444p12le, .full))
        #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_444YpCbCr10BiPlanarFullRange)
        for y in 0..<3 {
            for x in 0..<5 {
                let luma = Double(Self.sample(.yuv444p12le, 0, x, y)) / 4095
                #expect(abs(Double(Self.value(buffer, 0, x, y, words: true)) / 64 / 1023 - luma) < 1e-5)
                let chroma = (Double(Self.sample(.yuv444p12le, 2, x, y)) - 2048) / 4095
                let stored = (Double(Self.value(buffer, 1, 2 * x + 1, y, words: true)) / 64 - 512) / 1023
                #expect(abs(stored - chroma) < 1e-5)
            }
        }
    }

    @Test("planes of G, B and R become pixels, rounded to the nearest of 16 bits")
    func rgb() throws {
        let converter = FrameConverter(file: "a clip", track: nil)
        let bytes = try converter.buffer(of: try Self.planar(.gbrap, nil))
        #expect(CVPixelBufferGetPixelFormatType(bytes) == kCVPixelFormatType_32BGRA)
        for (component, plane) in [1, 0, 2, 3].enumerated() {
            #expect(Self.value(bytes, 0, 4 * 3 + component, 2, words: false) == Self.sample(.gbrap, plane, 3, 2))
        }
        for format in [VideoPixelFormat.gbrp10le, .gbrap12le, .gbrp16le] {
            let words = try converter.buffer(of: try Self.planar(format, nil))
            #expect(CVPixelBufferGetPixelFormatType(words) == kCVPixelFormatType_64RGBALE)
            let maximum = Double((1 << format.bitDepth) - 1)
            for (component, plane) in [2, 0, 1].enumerated() {
                for x in 0..<5 {
                    let exact = (Double(Self.sample(format, plane, x, 1)) * 65_535 / maximum).rounded()
                    #expect(Self.value(words, 0, 4 * x + component, 1, words: true) == Int(exact))
                }
            }
            if !format.hasAlpha {
                #expect(Self.value(words, 0, 3, 0, words: true) == 65_535)
                #expect(CVBufferCopyAttachment(words, kCVImageBufferAlphaChannelIsOpaque, nil) as? Bool == true)
            }
        }
    }

    @Test("scaling to 16 bits is exact for all codes", arguments: [10, 12])
    func expansion(_ bits: Int) {
        let maximum = (1 << bits) - 1
        let codes = (0...maximum).map { UInt16($0) }
        var result = [UInt16](repeating: 0, count: codes.count)
        var back = result
        SampleRows.expand(codes, codes.count, maximum: UInt32(maximum), stride: 1, to: &result)
        SampleRows.reduce(result, codes.count, maximum: UInt32(maximum), stride: 1, to: &back)
        for (code, value) in zip(codes, result) {
            #expect(Int(value) == Int((Double(code) * 65_535 / Double(maximum)).rounded()))
        }
        #expect(back == codes)
    }

    @Test("grey of video range is luma with neutral chroma, of full range one component")
    func gray() throws {
        let converter = FrameConverter(file: "a clip", track: nil)
        let limited = try converter.buffer(of: try Self.planar(.gray, .video))
        #expect(CVPixelBufferGetPixelFormatType(limited) == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
        #expect(Self.value(limited, 0, 4, 2, words: false) == Self.sample(.gray, 0, 4, 2))
        #expect(Self.value(limited, 1, 5, 1, words: false) == 128)
        let deep = try converter.buffer(of: try Self.planar(.gray12le, .video))
        #expect(Self.value(deep, 0, 1, 1, words: true) == Self.sample(.gray12le, 0, 1, 1) << 4)
        #expect(Self.value(deep, 1, 0, 0, words: true) == 32_768)
        let full = try converter.buffer(of: try Self.planar(.gray16le, nil))
        #expect(CVPixelBufferGetPixelFormatType(full) == kCVPixelFormatType_OneComponent16)
    }

    @Test("shared formats have the memory of the frame, which lives as long as the buffer")
    func sharing() throws {
        var frame: VideoFrame? = try Self.planar(.yuv420p, .video)
        weak let observed = frame
        let address = frame?.withUnsafeBytes { $0.baseAddress }
        var buffer: CVPixelBuffer? = try FrameConverter(file: "a clip", track: nil).buffer(of: try #require(frame))
        #expect(CVPixelBufferGetPixelFormatType(try #require(buffer)) == kCVPixelFormatType_420YpCbCr8Planar)
        #expect(buffer.map { UnsafeRawPointer($0.planes[0].address) } == address)
        frame = nil
        #expect(observed != nil)
        buffer = nil
        #expect(observed == nil)
    }

    @Test(
        "formats without a form are refused with a command", arguments: ["yuv411p", "yuv410p", "yuv440p", "yuva420p"])
    func refusal(_ name: String) throws {
        let format = try #require(VideoPixelFormat(rawValue: name))
        let error = #expect(throws: VideoFileError.self) {
            try FrameConverter(file: "clip.mkv", track: nil).buffer(of: try Self.planar(format, nil))
        }
        #expect(error?.description.contains("clip.mkv") == true)
        #expect(error?.description.contains(name) == true)
        #expect(error?.description.contains("ffmpeg -i") == true)
    }

    @Test("colours are attachments, with H.273's numbers in both directions")
    func colours() throws {
        let tags = ColourTags(range: .video, primaries: 9, transfer: 16, matrix: 9, chromaLocation: .topLeft)
        let attachments = try ColourAttachments.attachments(for: tags, .yuv420p)
        #expect(attachments[kCVImageBufferColorPrimariesKey] as? String == kCVImageBufferColorPrimaries_ITU_R_2020)
        #expect(
            attachments[kCVImageBufferTransferFunctionKey] as? String
                == kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ)
        #expect(
            attachments[kCVImageBufferChromaLocationTopFieldKey] as? String == kCVImageBufferChromaLocation_TopLeft)
        let back = ColourAttachments.tags(for: attachments, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange)
        #expect(back == tags)
        let gamma = try ColourAttachments.attachments(for: ColourTags(transfer: 4), .yuv420p)
        #expect(gamma[kCVImageBufferGammaLevelKey] as? Double == 2.2)
        #expect(throws: ColourAttachments.Unsupported.self) {
            try ColourAttachments.attachments(for: ColourTags(matrix: 8), .yuv420p)
        }
        // 5 and 6 have one name; what was stated is kept.
        let old = ColourTags(range: .video, primaries: 7, transfer: 6, matrix: 5)
        let kept = ColourAttachments.tags(
            for: try ColourAttachments.attachments(for: old, .yuv420p),
            kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, keeping: old)
        #expect(kept == old)
    }

    @Test("light is attached as in HEVC's messages")
    func light() throws {
        var track = VideoTrack(width: 5, height: 3)
        track.contentLightLevel = ContentLightLevel(maximum: 1000, maximumFrameAverage: 400)
        track.masteringDisplay = MasteringDisplay(
            chromaticities: [34_000, 16_000, 13_250, 34_500, 7500, 3000, 15_635, 16_450], minimumLuminance: 50,
            maximumLuminance: 10_000_000)
        let buffer = try FrameConverter(file: "a clip", track: track).buffer(of: try Self.planar(.yuv420p, .video))
        let light = CVBufferCopyAttachment(buffer, kCVImageBufferContentLightLevelInfoKey, nil) as? Data
        #expect(light == Data([0x03, 0xE8, 0x01, 0x90]))
        let display = CVBufferCopyAttachment(buffer, kCVImageBufferMasteringDisplayColorVolumeKey, nil) as? Data
        #expect(display?.count == 24)
        // Green's x, 13,250, is first; the maximum, 1000 cd/m² in parts of 10,000, is before the minimum.
        #expect(display?.prefix(2) == Data([0x33, 0xC2]))
        #expect(display?.suffix(8) == Data([0x00, 0x98, 0x96, 0x80, 0, 0, 0, 50]))
    }
}
