import CoreImage
import Foundation
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
}
