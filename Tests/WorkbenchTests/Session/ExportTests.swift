import CoreImage
import Foundation
import Gallery
import TestSupport
import Testing
import Workbench
import _Testing_CoreImage

@Suite("Results that pages keep")
struct ExportTests {
    private let outlet = RecordingOutlet()

    private func session() async throws -> WorkbenchSession {
        let session = WorkbenchSession(
            try WorkbenchContents(pictures: [], units: [], limits: WorkbenchLimits()), outlet: outlet)
        try await session.start()
        await session.take(.edit(.add(filter: "CISepiaTone", at: nil), gesture: nil))
        await session.take(.edit(.set(layer: 1, key: "inputIntensity", .number(0.25)), gesture: nil))
        return session
    }

    private func exported(_ form: ExportForm) -> String? {
        for case .exported(let exported) in outlet.messages where exported.form == form { return exported.text }
        return nil
    }

    @Test("the stack as code")
    func code() async throws {
        let session = try await session()
        await session.take(.edit(.add(filter: "CIBlendWithMask", at: nil), gesture: nil))
        await session.take(.export(.command, of: .after))
        #expect(
            exported(.command) == "coreimage apply noon.png -o result.png -- CISepiaTone inputIntensity=0.25 , "
                + "CIBlendWithMask inputBackgroundImage=dusk.png inputMaskImage=mask.png")
        await session.take(.export(.swift, of: .after))
        #expect(exported(.swift)?.contains(#""inputIntensity": 0.25,"#) == true)
        await session.close()
    }

    @Test("a recipe names the picture as a placeholder")
    func recipe() async throws {
        let session = try await session()
        await session.take(.export(.recipe, of: .after))
        let recipe = try CIRecipe(data: Data(try #require(exported(.recipe)).utf8))
        #expect(recipe.placeholders == ["image"])
        #expect(recipe.usedFilters.map(\.name) == ["CISepiaTone"])
        await session.close()
    }

    @Test("nothing is exported while a filter has an error, and tables aren't written as code")
    func refusals() async throws {
        let session = try await session()
        await session.take(.edit(.add(filter: "CIColorCube", at: nil), gesture: nil))
        await session.take(
            .edit(.set(layer: 2, key: "inputCubeData", .data(Data(count: 128))), gesture: nil))
        await session.take(.export(.swift, of: .after))
        await session.take(.edit(.add(filter: "CIQRCodeGenerator", at: nil), gesture: nil))
        await session.take(.export(.png, of: .after))
        #expect(outlet.refusals.count == 2)
        #expect(outlet.frames.isEmpty)
        await session.close()
    }

    @Test("notes say what code and recipes need")
    func notes() async throws {
        let session = try await session()
        func note(_ form: ExportForm) -> String? {
            for case .exported(let exported) in outlet.messages.reversed() where exported.form == form {
                return exported.note
            }
            return nil
        }
        await session.take(.export(.command, of: .after))
        #expect(note(.command) == "noon.png: no file is known, write its path or save the picture there.")
        await session.take(.edit(.add(filter: "CIBlendWithMask", at: nil), gesture: nil))
        await session.take(.export(.recipe, of: .after))
        #expect(
            note(.recipe) == "Save it as recipe.json, and apply it with: coreimage apply PICTURE -o RESULT "
                + "--recipe recipe.json --image dusk=FILE --image mask=FILE")
        await session.close()
    }

    @Test("a file that was named but is no picture is refused at the start; in a folder it is left out")
    func unreadableFiles() throws {
        try withTemporaryFolder { folder in
            let text = folder + "/notes.png"
            try Data("no picture".utf8).write(to: URL(fileURLWithPath: text))
            #expect(throws: (any Error).self) {
                try WorkbenchContents(
                    pictures: [URL(fileURLWithPath: text)], units: [], limits: WorkbenchLimits())
            }
            let contents = try WorkbenchContents(
                pictures: [URL(fileURLWithPath: folder)], units: [], limits: WorkbenchLimits())
            #expect(contents.shelf.sources.first?.name == "notes.png")
        }
    }

    @Test("a page whose first picture can't be read shows a sample, and says why")
    func unreadableFirst() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("coreimage-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("no picture".utf8).write(to: folder.appendingPathComponent("notes.png"))
        let session = WorkbenchSession(
            try WorkbenchContents(pictures: [folder], units: [], limits: WorkbenchLimits()), outlet: outlet)
        try await session.start()
        #expect(outlet.refusals.count == 1 && outlet.state?.picture == "sample-noon")
        await session.close()
    }

    @Test("every filter of the list has a small picture")
    func thumbnails() throws {
        let scene = try FilterThumbnail.scene(of: SamplePicture.noon.image(in: FilterThumbnail.frame))
        // Other tests of this process may register units.
        for name in CIFilter.filterNames(inCategory: kCICategoryBuiltIn) {
            #expect(throws: Never.self, "\(name)") { try FilterThumbnail.image(of: name, on: scene) }
        }
    }

    @Test("pixels between pixels are those of the exported file; the formula is that of encoded values")
    func interpolation() async throws {
        let session = WorkbenchSession(
            try WorkbenchContents(pictures: [], units: [], limits: WorkbenchLimits()), outlet: outlet)
        try await session.start()
        // The left half is black, the right half white.
        var bytes = [UInt8](repeating: 255, count: 16 * 4 * 4)
        for index in 0..<64 where index % 16 < 8 { for part in 0..<3 { bytes[index * 4 + part] = 0 } }
        let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
        let image = CIImage(
            bitmapData: Data(bytes), bytesPerRow: 64, size: CGSize(width: 16, height: 4), format: .RGBA8,
            colorSpace: space)
        await session.take(
            picture: try CIContext().pngData(of: image, format: .RGBA8, colorSpace: space), name: "edge.png")
        await session.take(.edit(.add(filter: "CIAffineTransform", at: nil), gesture: nil))
        await session.take(
            .edit(.set(layer: 1, key: "inputTransform", .numbers([1.5, 0, 0, 1, 0, 0])), gesture: nil))
        await session.take(
            .view(PreviewRequest(width: 24, height: 4, region: CGRect(x: 0, y: 0, width: 24, height: 4))))
        try await outlet.wait { !$0.frames.isEmpty }
        let shown = outlet.frames[0].pixels
        // The centre of pixel 11 lies at 7⅔ of the picture: ⅙ of white. That of 12 lies at 8⅓.
        #expect(abs(Int(shown[4 * 11]) - 43) <= 1 && abs(Int(shown[4 * 12]) - 213) <= 1)
        await session.take(.export(.png, of: .after))
        try await outlet.wait { $0.frames.count == 2 }
        let file = try CIImage(decoding: Data(outlet.frames[1].pixels))
        #expect(file.extent.size == CGSize(width: 24, height: 4) && outlet.frames[1].width == 24)
        var saved = [UInt8](repeating: 0, count: 24 * 4 * 4)
        CIContext().render(
            file, toBitmap: &saved, rowBytes: 96, bounds: file.extent, format: .RGBA8, colorSpace: space)
        // At the edges, these pixels are premultiplied and those of the page are not.
        for column in 1..<23 { #expect(abs(Int(saved[4 * column]) - Int(shown[4 * column])) <= 1, "column \(column)") }
        await session.close()
    }

    @Test("a fractional count is written as the page rounds it")
    func counts() async throws {
        let session = try await session()
        await session.take(.edit(.add(filter: "CIMorphologyRectangleMinimum", at: nil), gesture: nil))
        await session.take(.edit(.set(layer: 2, key: "inputWidth", .number(41.8)), gesture: nil))
        await session.take(.export(.command, of: .after))
        #expect(exported(.command)?.hasSuffix("CIMorphologyRectangleMinimum inputWidth=42") == true)
        await session.close()
    }
}
