import Foundation
import Testing

@testable import CoreImage

@Test func temporarySeeds() throws {
    let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Corpus")
    for name in try FileManager.default.contentsOfDirectory(atPath: corpus.path + "/recipes") {
        let recipe = try CIRecipe(contentsOf: corpus.appendingPathComponent("recipes/" + name))
        let image = try recipe.image([
            "image": CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 8, height: 8))
        ])
        let bytes = BinaryRecipe.bytes(of: try RecipeWriter.recipe(of: image, context: StoredRecipeContext()))
        if bytes.count < 4000 { try Data(bytes).write(to: corpus.appendingPathComponent("recipe-bytes/" + name)) }
    }
    let kernel = CIKernel("kernel vec4 k(sampler s, float a, __color c) { return sample(s, samplerCoord(s)) * a + c; }")
    let image = kernel.apply(
        to: CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 8, height: 8)), region: .inset(-3), 0.5,
        CIColor.blue)
    let recipe = BinaryRecipe.bytes(
        of: try RecipeWriter.recipe(
            of: image.transformed(by: .init(a: 1, b: 2, c: 0, d: 1, tx: 3, ty: 4)), context: StoredRecipeContext()))
    try Data(recipe).write(to: corpus.appendingPathComponent("recipe-bytes/kernel"))
    let place = UnitPlace(worker: 123456789, output: 7, number: 1)
    let messages: [UnitMessage] = [
        .open(UnitOpening(interface: "0123456789abcdef", bundle: "/units/A.plugin")), .describe(filter: "A"),
        .output(
            UnitOutputRequest(
                object: 3, recipe: recipe.count < 800 ? recipe : [],
                extents: [.infinite, CGRect(x: 1, y: 2, width: 3, height: 4)])),
        .region(place, ofProcessor: true, image: 0, rect: CGRect(x: 1, y: 2, width: 3, height: 4)),
        .process(
            place,
            PixelLayout(
                output: PixelRect(x: 0, y: 0, width: 8, height: 8),
                inputs: [PixelRect(x: -1, y: -1, width: 10, height: 10)])),
        .release(outputs: [1, 2], filters: [3]),
    ]
    for (index, message) in messages.enumerated() {
        try Data([0] + message.bytes).write(to: corpus.appendingPathComponent("unit-messages/message-\(index)"))
    }
    let answers: [UnitAnswer] = [
        .done, .noImage, .unknownOutput, .region(.null), .description([1, 2, 3]),
        .output(UnitOutput(worker: 5, number: 6, recipe: [7, 8], regions: 1, processors: 0)),
    ]
    for (index, answer) in answers.enumerated() {
        try Data([1] + answer.bytes).write(to: corpus.appendingPathComponent("unit-messages/answer-\(index)"))
    }
}
