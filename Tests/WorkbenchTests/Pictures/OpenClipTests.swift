import CoreImage
import Foundation
import TestSupport
import Testing
import Workbench
import _Testing_CoreImage

/// The clip has 50 grey frames, 25 a second. The luma of frame n is 16 + 4n.
@Suite("Clips of pages", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct OpenClipTests {
    /// Calls a closure with the URL of the clip.
    private func withClip(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("coreimage-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("steps.mp4").path
        try VideoTool.encode(
            "-f lavfi -i nullsrc=size=64x48:rate=25:duration=2,geq=lum='16+4*N':cb=128:cr=128 -pix_fmt yuv420p "
                + VideoTool.tags + " -c:v libx264 -qp 0", to: path)
        try await body(URL(fileURLWithPath: path))
    }

    /// The sRGB byte of a frame of the clip: BT.709 video without its curve, with that of sRGB.
    private func byte(ofFrame number: Int) -> Double {
        let video = Double(4 * number) / 219
        let linear = video < 0.081 ? video / 4.5 : pow((video + 0.099) / 1.099, 1 / 0.45)
        return SRGBFormula.encoded(linear) * 255
    }

    private func value(_ frame: OpenClip.Frame) throws -> Double {
        let data = try CIContext().pngData(
            of: frame.image.cropped(to: CGRect(x: 20, y: 20, width: 1, height: 1)), format: .RGBA8,
            colorSpace: try #require(CGColorSpace(name: CGColorSpace.sRGB)))
        var bytes = [UInt8](repeating: 0, count: 4)
        CIContext().render(
            try CIImage(decoding: data), toBitmap: &bytes, rowBytes: 4, bounds: CGRect(x: 0, y: 0, width: 1, height: 1),
            format: .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
        return Double(bytes[0])
    }

    @Test("frames are those of their times: forwards, by steps and jumps, backwards, and beyond the end")
    func times() async throws {
        try await withClip { url in
            let clip = try OpenClip(url, limits: WorkbenchLimits())
            defer { clip.close() }
            #expect(clip.duration == 2 && clip.frameRate == 25 && clip.size == CGSize(width: 64, height: 48))
            let expected = [
                (0.0, 0), (0.039, 0), (0.04, 1), (0.05, 1), (0.3, 7), (1.9, 47), (0.2, 5), (0.2, 5), (0.1, 2),
                (1.96, 49),
                (2.5, 49), (1e6, 49), (-3, 0), (1, 25),
            ]
            for (time, number) in expected {
                let frame = try clip.frame(at: time)
                #expect(abs(frame.time - Double(number) / 25) < 1e-4, "at \(time)")
                #expect(abs(try value(frame) - byte(ofFrame: number)) <= 1, "at \(time)")
            }
        }
    }

    @Test("a page shows the frame of the time that it asks for, with its stack")
    func session() async throws {
        try await withClip { url in
            let outlet = RecordingOutlet()
            let session = WorkbenchSession(
                try WorkbenchContents(pictures: [url], units: [], limits: WorkbenchLimits()), outlet: outlet)
            try await session.start()
            #expect(outlet.state?.clip?.duration == 2 && outlet.state?.width == 64)
            await session.take(.edit(.add(filter: "CIColorInvert", at: nil), gesture: nil))
            for (count, number) in [10, 49, 3].enumerated() {
                var request = PreviewRequest(width: 4, height: 4, region: CGRect(x: 0, y: 0, width: 4, height: 4))
                request.time = Double(number) / 25 + 0.01
                await session.take(.view(request))
                try await outlet.wait { $0.frames.count == count + 1 }
                let frame = outlet.frames[count]
                #expect(abs((frame.time ?? 0) - Double(number) / 25) < 1e-4)
                // The filter inverts linear values.
                let linear = SRGBFormula.decoded(byte(ofFrame: number) / 255)
                let inverted = SRGBFormula.encoded(1 - linear) * 255
                #expect(abs(Double(frame.pixels[0]) - inverted) <= 2)
                let stored = frame.header[40..<44].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                #expect(abs(Float(bitPattern: stored) - Float(number) / 25) < 1e-4)
            }
            await session.close()
        }
    }

    @Test("an exported clip has all frames, filtered, and nothing is left beside it")
    func export() async throws {
        try await withClip { url in
            let outlet = RecordingOutlet()
            let session = WorkbenchSession(
                try WorkbenchContents(pictures: [url], units: [], limits: WorkbenchLimits()), outlet: outlet)
            try await session.start()
            await session.take(.edit(.add(filter: "CIColorInvert", at: nil), gesture: nil))
            await session.take(.export(.clip, of: .after))
            try await outlet.wait { $0.frames.contains { $0.form == .mp4 } || !$0.refusals.isEmpty }
            #expect(outlet.refusals.isEmpty)
            let written = url.deletingLastPathComponent().appendingPathComponent("result.mp4")
            let file = try #require(outlet.frames.first { $0.form == .mp4 })
            try Data(file.pixels).write(to: written)
            let result = try OpenClip(written, limits: WorkbenchLimits())
            defer { result.close() }
            for number in [0, 20, 49] {
                let linear = SRGBFormula.decoded(byte(ofFrame: number) / 255)
                let frame = try result.frame(at: Double(number) / 25 + 0.01)
                #expect(abs(try value(frame) - SRGBFormula.encoded(1 - linear) * 255) <= 4)
            }
            await session.close()
        }
    }

    @Test("a transition becomes a clip; a picture on which nothing moves doesn't")
    func transition() async throws {
        let outlet = RecordingOutlet()
        let session = WorkbenchSession(
            try WorkbenchContents(pictures: [], units: [], limits: WorkbenchLimits()), outlet: outlet)
        try await session.start()
        await session.take(.export(.clip, of: .after))
        #expect(outlet.refusals.last?.message.contains("Nothing moves") == true)
        await session.take(.edit(.add(filter: "CIDissolveTransition", at: nil), gesture: nil))
        await session.take(.export(.clip, of: .after))
        await session.take(.cancelExport)
        try await outlet.wait {
            $0.messages.contains { if case .exporting(let progress) = $0 { progress.fraction == nil } else { false } }
        }
        #expect(!outlet.frames.contains { $0.form == .mp4 })
        await session.close()
    }

    @Test("a damaged part ends neither the frames before it nor the clip")
    func damage() async throws {
        try await withClip { url in
            // The frames are in their order behind the header; the last third of the file is lost.
            let path = url.deletingLastPathComponent().appendingPathComponent("broken.mkv").path
            try VideoTool.encode("-i \(url.path) -c copy", to: path)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            var damaged = bytes
            let middle = bytes.count * 2 / 3
            damaged.replaceSubrange(middle..., with: Data(repeating: 0x55, count: bytes.count - middle))
            try damaged.write(to: URL(fileURLWithPath: path))
            let clip = try OpenClip(URL(fileURLWithPath: path), limits: WorkbenchLimits())
            defer { clip.close() }
            #expect(abs(try value(clip.frame(at: 0)) - byte(ofFrame: 0)) <= 1)
            // An error, or the last frame before it, but no end of the clip.
            _ = try? clip.frame(at: 1.9)
            for number in [3, 0, 8] {
                let frame = try clip.frame(at: Double(number) / 25 + 0.01)
                #expect(abs(try value(frame) - byte(ofFrame: number)) <= 1)
            }
        }
    }

    @Test("another file in the place of the clip isn't exported as if it were the clip")
    func replaced() async throws {
        try await withClip { url in
            let outlet = RecordingOutlet()
            let session = WorkbenchSession(
                try WorkbenchContents(pictures: [url], units: [], limits: WorkbenchLimits()), outlet: outlet)
            try await session.start()
            try VideoTool.encode("-f lavfi -i color=red:size=64x48:rate=25:duration=1", to: url.path)
            await session.take(.export(.clip, of: .after))
            #expect(outlet.refusals.last?.message.contains("was changed or removed") == true)
            await session.close()
        }
    }
}
