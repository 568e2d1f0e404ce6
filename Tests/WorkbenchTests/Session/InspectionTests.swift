import CoreImage
import Foundation
import Testing
import Workbench

/// The pictures of a recipe's operations.
@Suite("Operations of the graph")
struct InspectionTests {
    private let outlet = RecordingOutlet()

    /// A crop of the picture, inverted.
    private func session() async throws -> WorkbenchSession {
        let contents = try WorkbenchContents(pictures: [], units: [], limits: WorkbenchLimits())
        let session = WorkbenchSession(contents, outlet: outlet)
        try await session.start()
        await session.take(.edit(.add(filter: "CICrop", at: nil), gesture: nil))
        let part = CIFilterControlValue.numbers([100, 200, 30, 20])
        await session.take(.edit(.set(layer: 1, key: "inputRectangle", part), gesture: nil))
        await session.take(.edit(.add(filter: "CIColorInvert", at: nil), gesture: nil))
        return session
    }

    private var explanations: [String] {
        outlet.messages.compactMap { if case .explained(let json) = $0 { json } else { nil } }
    }

    /// The number of the first operation with a name in the recipe as built.
    private func number(of name: String) throws -> Int {
        struct Explained: Decodable {
            struct Step: Decodable { let graph: Graph }
            struct Graph: Decodable { let nodes: [Node] }
            struct Node: Decodable { let id: Int, operation: String }
            let steps: [Step]
        }
        let json = try #require(explanations.last)
        let nodes = try JSONDecoder().decode(Explained.self, from: Data(json.utf8)).steps[0].graph.nodes
        return try #require(nodes.first { $0.operation == name }).id
    }

    private let view = PreviewRequest(
        id: 9, subject: .operation, width: 30, height: 20, region: CGRect(x: 100, y: 200, width: 30, height: 20))

    @Test("a chosen operation is shown with its extent, and without one the result is")
    func choosing() async throws {
        let session = try await session()
        await session.take(.explain(.after))
        try await outlet.wait { page in
            page.messages.contains { if case .explained = $0 { true } else { false } }
        }
        await session.take(.inspect(operation: try number(of: "crop")))
        await session.take(.view(view))
        try await outlet.wait { $0.frames.count == 1 }
        await session.take(.inspect(operation: nil))
        await session.take(.view(view))
        try await outlet.wait { $0.frames.count == 2 }
        let (crop, result) = (outlet.frames[0].pixels, outlet.frames[1].pixels)
        // Light and its inverse add up to 1, by the standard's formula.
        for index in 0..<3 {
            let sum = Self.light(crop[index]) + Self.light(result[index])
            #expect(abs(sum - 1) < 0.02, "\(crop[index]) and \(result[index])")
        }
        #expect(outlet.result?.extent == [100, 200, 30, 20])
        await session.take(.inspect(operation: Int.max))
        await session.take(.view(view))
        try await outlet.wait { $0.frames.count == 3 }
        #expect(outlet.frames[2].pixels == result)
        await session.close()
    }

    @Test("small pictures have the shape of the operation, and numbers without one a reason")
    func pictures() async throws {
        let session = try await session()
        await session.take(.explain(.after))
        try await outlet.wait { page in
            page.messages.contains { if case .explained = $0 { true } else { false } }
        }
        await session.take(.operationPicture(try number(of: "crop"), id: 7))
        await session.take(.operationPicture(999, id: 8))
        try await outlet.wait { page in
            page.messages.contains { if case .noThumbnail(let reason) = $0 { reason.id == 8 } else { false } }
        }
        let frame = try #require(outlet.frames.first { $0.id == 7 })
        #expect(frame.kind == .thumbnail && frame.width == 192 && frame.height == 128)
        #expect(frame.region == CGRect(x: 100, y: 200, width: 30, height: 20))
        await session.close()
    }

    private static func light(_ byte: UInt8) -> Double {
        let part = Double(byte) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
}
