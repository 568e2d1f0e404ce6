import CoreImage
import Foundation
import TestSupport
import Testing
import Workbench
import _Testing_CoreImage

@Suite("Sessions of pages")
struct WorkbenchSessionTests {
    private let outlet = RecordingOutlet()

    private func session(limits: WorkbenchLimits = WorkbenchLimits()) async throws -> WorkbenchSession {
        let contents = try WorkbenchContents(pictures: [], units: [], limits: limits)
        let session = WorkbenchSession(contents, outlet: outlet)
        try await session.start()
        return session
    }

    /// A PNG file of one colour.
    private func picture(red: Double, width: Int = 8, height: Int = 4) throws -> Data {
        let image = CIImage(color: CIColor(red: red, green: 0.2, blue: 0)).cropped(
            to: CGRect(x: 0, y: 0, width: width, height: height))
        return try CIContext().pngData(
            of: image, format: .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
    }

    private let whole = PreviewRequest(id: 5, width: 8, height: 4, region: CGRect(x: 0, y: 0, width: 8, height: 4))

    @Test("a page receives filters, pictures and a state")
    func start() async throws {
        let session = try await session()
        guard case .hello(let catalogue)? = outlet.messages.first else { throw WorkbenchRefusal("no catalogue") }
        #expect(catalogue.filters.count > 200)
        let categories = Set(catalogue.categories.map(\.id))
        #expect(catalogue.filters.allSatisfy { categories.contains($0.categories.first ?? "") })
        #expect(outlet.state?.picture == "sample-noon")
        await session.close()
    }

    @Test("the picture and the result have the expected pixels")
    func pixels() async throws {
        let session = try await session()
        await session.take(picture: try picture(red: 1), name: "red.png")
        #expect(outlet.state?.width == 8 && outlet.state?.height == 4)
        await session.take(.view(whole))
        try await outlet.wait { $0.frames.count == 1 }
        #expect(outlet.frames[0].pixels.prefix(4) == [255, 51, 0, 255])
        #expect(outlet.frames[0].pixels.count == 8 * 4 * 4)
        #expect(outlet.frames[0].header.prefix(8) == [1, 0, 0, 0, 5, 0, 0, 0])
        await session.take(.edit(.add(filter: "CIColorMatrix", at: nil), gesture: nil))
        // The green of the result is the red of the picture.
        await session.take(.edit(.set(layer: 1, key: "inputGVector", .numbers([1, 0, 0, 0])), gesture: nil))
        await session.take(.view(whole))
        try await outlet.wait { $0.frames.count == 2 }
        #expect(outlet.frames[1].pixels.prefix(4) == [255, 255, 0, 255])
        await session.close()
    }

    @Test("an error names its filter and its input, and goes away")
    func failures() async throws {
        let session = try await session()
        await session.take(.edit(.add(filter: "CIQRCodeGenerator", at: nil), gesture: nil))
        await session.take(.view(whole))
        try await outlet.wait { $0.result?.failures.isEmpty == false }
        #expect(outlet.result?.failures.first?.layer == 1)
        #expect(outlet.result?.failures.first?.key == "inputMessage")
        #expect(outlet.result?.failures.first?.kind == .missing)
        await session.take(.edit(.set(layer: 1, key: "inputMessage", .text("hello")), gesture: nil))
        await session.take(.view(whole))
        try await outlet.wait { $0.result?.failures.isEmpty == true }
        await session.close()
    }

    @Test("an edit that doesn't fit is refused at its control")
    func refusals() async throws {
        let session = try await session()
        await session.take(.edit(.add(filter: "CIBloom", at: nil), gesture: nil))
        await session.take(.edit(.set(layer: 1, key: "inputRadius", .text("wide")), gesture: nil))
        #expect(outlet.refusals.last?.layer == 1 && outlet.refusals.last?.key == "inputRadius")
        await session.take(.open(picture: "../../etc/passwd"))
        let region = CGRect(x: 0, y: 0, width: 1, height: 1)
        await session.take(.view(PreviewRequest(width: 100_000, height: 1, region: region)))
        await session.take(picture: Data("no picture".utf8), name: "a.png")
        #expect(outlet.refusals.count == 4)
        await session.close()
    }

    @Test("tables that can be shown as curves are sent back, larger ones aren't")
    func tables() async throws {
        let session = try await session()
        await session.take(.edit(.add(filter: "CIColorCurves", at: nil), gesture: nil))
        for (bytes, isSent) in [(36, true), (16 << 10, true), ((16 << 10) + 12, false)] {
            let table = CIFilterControlValue.data(Data(count: bytes))
            await session.take(.edit(.set(layer: 1, key: "inputCurvesData", table), gesture: nil))
            #expect(outlet.state?.layers.first?.tables["inputCurvesData"] == bytes)
            #expect(outlet.state?.layers.first?.values["inputCurvesData"] == (isSent ? table : nil))
        }
        await session.close()
    }

    @Test("a rendering beyond its time is an error, and the next one works")
    func deadline() async throws {
        var limits = WorkbenchLimits()
        limits.renderingTime = 0.001
        let session = try await session(limits: limits)
        await session.take(.edit(.add(filter: "CIBokehBlur", at: nil), gesture: nil))
        await session.take(.edit(.set(layer: 1, key: "inputRadius", .number(400)), gesture: nil))
        await session.take(
            .view(PreviewRequest(width: 2000, height: 2000, region: CGRect(x: 0, y: 0, width: 2000, height: 2000))))
        try await outlet.wait { $0.result?.failures.isEmpty == false }
        #expect(outlet.frames.isEmpty && outlet.result?.failures.first?.kind == .rendering)
        // A page can't raise limits.
        #expect(outlet.result?.failures.first?.message.contains("raise") == false)
        await session.close()
    }

    @Test("the values of a pixel are those of the working space and of sRGB")
    func probe() async throws {
        let session = try await session()
        await session.take(picture: try picture(red: 1), name: "red.png")
        await session.take(.probe(x: 3.7, y: 2.2, of: .after))
        try await outlet.wait { page in
            page.messages.contains { if case .pixel = $0 { true } else { false } }
        }
        for case .pixel(let pixel) in outlet.messages {
            #expect(pixel.x == 3 && pixel.y == 2)
            // The light of a byte of 51, by the standard's formula.
            let light = Float(pow((51.0 / 255 + 0.055) / 1.055, 2.4))
            for (found, expected) in zip(pixel.working, [1, light, 0, 1]) { #expect(abs(found - expected) < 0.001) }
            for (found, expected) in zip(pixel.encoded, [1, 51.0 / 255, 0, 1]) {
                #expect(abs(found - Float(expected)) < 0.001)
            }
        }
        await session.close()
    }
}
