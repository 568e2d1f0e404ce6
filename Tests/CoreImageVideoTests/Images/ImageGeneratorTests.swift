import CoreImage
import CoreImageVideo
import Foundation
import TestSupport
import Testing

/// Pictures of frames.
@Suite("Image generators", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct ImageGeneratorTests {
    /// A clip whose frame n is grey with the code 8·n, with a key frame every ten frames.
    private static func clip(_ folder: String) throws -> AVURLAsset {
        let path = folder + "/in.mp4"
        try VideoTool.encode(
            "-f lavfi -i color=c=black:size=64x32:rate=10:duration=3,format=yuv444p,geq=lum=8*N+16:cb=128:cr=128 "
                + "-c:v libx264 -qp 0 -g 10 -keyint_min 10 -sc_threshold 0 -pix_fmt yuv420p -colorspace bt709 "
                + "-color_primaries bt709 -color_trc iec61966-2-1", to: path)
        return AVURLAsset(url: URL(fileURLWithPath: path))
    }

    /// The grey of a picture, from its first pixel.
    private static func gray(_ image: CGImage) throws -> Int {
        let data = try #require(image.dataProvider?.data)
        return Int(data[data.startIndex])
    }

    /// The grey of a frame: video range of 8 bits.
    private static func expected(_ frame: Int) -> Int { min(255, Int((Double(8 * frame) * 255 / 219).rounded())) }

    /// The code of sRGB for the complement of a code's light.
    private static func inverted(_ code: Int) -> Int {
        let value = Double(code) / 255
        let light = 1 - (value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4))
        return Int((255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055)).rounded())
    }

    @Test("without tolerance, the picture is that of the frame that is shown", arguments: [0, 0.05, 0.73, 1.0, 2.99])
    func exact(_ seconds: Double) async throws {
        try await withFolder { folder in
            let generator = AVAssetImageGenerator(asset: try Self.clip(folder))
            generator.requestedTimeToleranceBefore = .zero
            generator.requestedTimeToleranceAfter = .zero
            let time = CMTime(seconds: seconds, preferredTimescale: 600)
            let (image, actual) = try await generator.image(at: time)
            let frame = Int((seconds * 10 + 1e-6).rounded(.down))
            #expect(actual == CMTime(value: CMTimeValue(frame), timescale: 10))
            #expect(abs(try Self.gray(image) - Self.expected(frame)) <= 1)
            #expect(image.width == 64 && image.height == 32)
        }
    }

    @Test("with tolerance, the picture is that of a frame that needs no others")
    func tolerant() async throws {
        try await withFolder { folder in
            let generator = AVAssetImageGenerator(asset: try Self.clip(folder))
            generator.maximumSize = CGSize(width: 32, height: 0)
            var actual = CMTime.invalid
            let image = try generator.copyCGImage(at: CMTime(value: 17, timescale: 10), actualTime: &actual)
            #expect(actual == CMTime(value: 1, timescale: 1))
            #expect(image.width == 32 && image.height == 16)
            #expect(abs(try Self.gray(image) - Self.expected(10)) <= 1)
            generator.requestedTimeToleranceBefore = CMTime(value: 1, timescale: 2)
            _ = try generator.copyCGImage(at: CMTime(value: 17, timescale: 10), actualTime: &actual)
            #expect(actual == CMTime(value: 17, timescale: 10))
        }
    }

    @Test("a composition filters the picture, several are made in turn, and others aren't there")
    func composition() async throws {
        try await withFolder { folder in
            let asset = try Self.clip(folder)
            let generator = AVAssetImageGenerator(asset: asset)
            generator.requestedTimeToleranceBefore = .zero
            generator.requestedTimeToleranceAfter = .zero
            generator.videoComposition = AVVideoComposition(asset: asset) { request in
                request.finish(with: request.sourceImage.applyingFilter("CIColorInvert"), context: nil)
            }
            let times = [0.2, 1.5].map { NSValue(time: CMTime(seconds: $0, preferredTimescale: 600)) }
            let (results, continuation) = AsyncStream<(Double, Int)>.makeStream()
            generator.generateCGImagesAsynchronously(forTimes: times) { time, image, _, result, error in
                #expect(result == .succeeded && error == nil)
                continuation.yield((time.seconds, image.flatMap { try? Self.gray($0) } ?? -1))
            }
            var found: [(Double, Int)] = []
            for await result in results {
                found.append(result)
                if found.count == 2 { break }
            }
            #expect(found.map(\.0) == [0.2, 1.5])
            #expect(abs(found[0].1 - Self.inverted(Self.expected(2))) <= 1)
            #expect(abs(found[1].1 - Self.inverted(Self.expected(15))) <= 1)
            await #expect(throws: AVError.self) { try await generator.image(at: .invalid) }
            var shown: [CMTime?] = []
            for await result in generator.images(for: [CMTime(value: 5, timescale: 10), .invalid]) {
                shown.append(try? result.actualTime)
            }
            #expect(shown == [CMTime(value: 5, timescale: 10), nil])
        }
    }
}
