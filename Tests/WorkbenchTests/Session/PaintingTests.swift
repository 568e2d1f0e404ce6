import CoreImage
import Foundation
import Testing
import Workbench
import _Testing_CoreImage

@Suite("Painting of pages")
struct PaintingTests {
    private let outlet = RecordingOutlet()

    private func stroke(_ x: Double, red: Double) throws -> ClientMessage {
        try ClientMessage(
            Data(
                """
                {"type": "paint", "begins": true, "points": [[\(x), 4]], "radius": 3, "softness": 0,
                 "color": {"r": \(red), "g": 0, "b": 1, "a": 1}}
                """.utf8))
    }

    /// The red of the result at three places of the row of the strokes.
    private func reds(_ session: WorkbenchSession) async throws -> [UInt8] {
        let count = outlet.frames.count
        await session.take(
            .view(PreviewRequest(width: 24, height: 8, region: CGRect(x: 0, y: 0, width: 24, height: 8))))
        try await outlet.wait { $0.frames.count > count }
        let pixels = outlet.frames[count].pixels
        return [4, 12, 20].map { pixels[4 * (4 * 24 + $0)] }
    }

    @Test("strokes lie over the picture and under the filters, and are taken back one by one")
    func strokes() async throws {
        let session = WorkbenchSession(
            try WorkbenchContents(pictures: [], units: [], limits: WorkbenchLimits()), outlet: outlet)
        try await session.start()
        let gray = CIImage(color: CIColor(red: 0.2, green: 0.2, blue: 0.2)).cropped(
            to: CGRect(x: 0, y: 0, width: 24, height: 8))
        let file = try CIContext().pngData(
            of: gray, format: .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
        await session.take(picture: file, name: "gray.png")
        await session.take(try stroke(4, red: 1))
        await session.take(try stroke(20, red: 0))
        #expect(try await reds(session) == [255, 51, 0])
        #expect(outlet.state?.strokes == 2)
        // Red of the result is blue of the painted picture.
        await session.take(.edit(.add(filter: "CIColorMatrix", at: nil), gesture: nil))
        await session.take(.edit(.set(layer: 1, key: "inputRVector", .numbers([0, 0, 1, 0])), gesture: nil))
        #expect(try await reds(session) == [255, 51, 255])
        await session.take(.edit(.clear, gesture: nil))
        await session.take(.undoStroke)
        #expect(try await reds(session) == [255, 51, 51])
        // The paint belongs to its picture, and no text can hold it.
        let painted = try #require(outlet.state?.picture)
        await session.take(.open(picture: "sample-noon"))
        #expect(outlet.state?.strokes == 0)
        await session.take(.open(picture: painted))
        #expect(try await reds(session) == [255, 51, 51])
        await session.take(.export(.recipe, of: .after))
        #expect(outlet.refusals.last?.message.hasPrefix("The paint isn't in a file") == true)
        await session.take(.clearPaint)
        #expect(try await reds(session) == [51, 51, 51])
        #expect(outlet.state?.strokes == 0)
        await session.close()
    }
}
