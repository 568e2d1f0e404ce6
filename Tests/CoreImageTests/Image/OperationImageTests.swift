import CoreImage
import Foundation
import Testing

/// The images of the operations of a recipe, as explanations number them.
@Suite("Images of operations")
struct OperationImageTests {
    /// An operation of the recipe as built, by its JSON.
    private struct Operation: Decodable {
        let id: Int
        let operation: String
        let colorSpace: String
    }

    private struct Explained: Decodable {
        struct Step: Decodable { let graph: Graph }
        struct Graph: Decodable { let nodes: [Operation] }
        let steps: [Step]
    }

    private func operations(_ explanation: CIImageExplanation) throws -> [Operation] {
        try #require(JSONDecoder().decode(Explained.self, from: Data(explanation.json.utf8)).steps.first).graph.nodes
    }

    private let picture = CIImage(color: CIColor(red: 0.8, green: 0.2, blue: 0.4, alpha: 0.5))
        .cropped(to: CGRect(x: 2, y: 3, width: 10, height: 8))

    @Test("each operation has its own extent and pixels")
    func pixels() throws {
        let part = picture.cropped(to: CGRect(x: 4, y: 5, width: 2, height: 3))
        let image = part.applyingFilter("CIColorMatrix", parameters: ["inputRVector": CIVector(x: 0, y: 1, z: 0, w: 0)])
        let explanation = try image.explain()
        let operations = try operations(explanation)
        #expect(operations.map(\.id) == Array(1...operations.count))
        let crops = operations.filter { $0.operation == "crop" }.map(\.id)
        try #require(crops.count == 2)
        let images = try crops.map { try #require(explanation.image(ofOperation: $0)) }
        #expect(images.map(\.extent) == [part.extent, picture.extent])
        let given = Pictures.pixel(of: picture, x: 4, y: 5)
        #expect(Pictures.pixel(of: images[0], x: 4, y: 5) == given)
        #expect(Pictures.pixel(of: images[1], x: 2, y: 3) == given)
        #expect(Pictures.pixel(of: images[0], x: 3, y: 5) == .zero)
        let result = try #require(explanation.image(ofOperation: 1))
        let found = Pictures.pixel(of: result, x: 4, y: 5)
        // Red is the green that there was.
        #expect(abs(found.x - given.y) < 1e-4 && abs(found.y - given.y) < 1e-4 && abs(found.w - 0.5) < 1e-4)
    }

    @Test("colours in another space and colours that aren't premultiplied look as they do in the result")
    func spaces() throws {
        let context = CIContext(options: [.outputPremultiplied: false])
        let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
        let curved = picture.applyingFilter("CIColorCurves", parameters: ["inputColorSpace": space])
        let explanation = try curved.explain(context: context)
        let operations = try operations(explanation)
        #expect(operations.first { $0.operation.contains("colorCurves") }?.colorSpace == "DisplayP3")
        let given = Pictures.pixel(of: picture, x: 4, y: 5)
        // The curves change nothing, so every operation but the table looks like the picture.
        for operation in operations {
            let image = try #require(explanation.image(ofOperation: operation.id))
            guard image.extent == picture.extent else { continue }
            let found = Pictures.pixel(of: image, x: 4, y: 5)
            #expect(maximumDifference(found, given) < 0.002, "\(operation.operation): \(found), not \(given)")
        }
    }

    @Test("numbers that no operation has give no image")
    func numbers() throws {
        let explanation = try picture.explain()
        let count = try operations(explanation).count
        for number in [Int.min, -1, 0, count + 1, Int.max] { #expect(explanation.image(ofOperation: number) == nil) }
    }
}
