import Foundation
import ImageGraph
import TestSupport
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Recipes as bytes")
struct BinaryRecipeTests {
    /// A recipe with a step of every kind.
    private static func sample() -> ImageRecipe {
        let square = CGRect(x: 0, y: 0, width: 8, height: 8)
        let kernel = RecipeKernel(
            name: "k",
            source: "kernel vec4 k(sampler s, __color c, float f) { return sample(s, samplerCoord(s)) * c * f; }",
            file: "f", firstLine: 3, isSandboxed: true,
            arguments: [
                .image(RecipeSampledImage(step: 2, transform: .identity, interpolation: .nearest, wrap: .clamp)),
                .color(RecipeColor(components: [1, 1, 0, 1], colorSpace: nil)), .numbers([0.5]),
            ], extent: square, region: .shape(.lookup(imagesBefore: 1, [0, 0, 8, 8])))
        return ImageRecipe(steps: [
            .bitmap(
                RecipeBitmap(
                    width: 8, height: 8, format: "RGBA8", colorSpace: .named("kCGColorSpaceSRGB"),
                    alpha: .premultiplied,
                    isColorManaged: true, pixels: Data((0..<256).map { UInt8($0) }))),
            .constant(RecipeColor(components: [1, 0.5, 0, 1], colorSpace: nil)), .crop(1, square), .clamp(0, square),
            .transform(3, CGAffineTransform(scaleX: 2, y: 0.5), .nearest), .premultiply(4), .unpremultiply(5),
            .convert(6, from: nil, to: .named("kCGColorSpaceDisplayP3")), .sampling(7, .nearest), .headroom(8, 2),
            .intermediate(9), .average(0, columns: 2, rows: 3), .kernel(kernel),
            .filter(
                RecipeFilter(
                    name: "CISepiaTone", unit: nil,
                    inputs: [
                        RecipeField(key: "inputImage", value: .image(12)),
                        RecipeField(key: "inputIntensity", value: .number(0.5)),
                    ])), .failure("text"), .image(name: "a"),
            .processor(RecipeProcessor(number: 4, name: "p", inputs: [0, 1], extent: .infinite)),
            .file(RecipeFile(path: "a.png", colorSpace: nil, isColorManaged: false)),
        ])
    }

    @Test("Every kind of step is read back")
    func everyStep() throws {
        let recipe = Self.sample()
        #expect(try BinaryRecipe.recipe(from: BinaryRecipe.bytes(of: recipe)) == recipe)
        for region in [
            RecipeRegion.shape(.same), .shape(.everything), .shape(.inset(dx: -2, dy: 3)), .shape(.fixed([])),
            .shape(.mapped(CGAffineTransform(scaleX: 2, y: 3))), .function(7),
        ] {
            guard case .kernel(var kernel) = recipe.steps[12] else {
                Issue.record("step 12 of the sample isn't a kernel")
                return
            }
            kernel.region = region
            let changed = ImageRecipe(steps: Array(recipe.steps[..<12]) + [.kernel(kernel)])
            #expect(try BinaryRecipe.recipe(from: BinaryRecipe.bytes(of: changed)) == changed)
        }
    }

    @Test("The bytes of a small recipe are stable; a change needs a new version")
    func snapshot() throws {
        let unit = RecipeUnit(identifier: "u", version: nil)
        let filter = RecipeFilter(
            name: "F", unit: unit,
            inputs: [RecipeField(key: "k", value: .boolean(true)), RecipeField(key: "v", value: .vector([2]))])
        let recipe = ImageRecipe(steps: [
            .image(name: "a"), .crop(0, CGRect(x: 0, y: -1, width: 1, height: 2)), .filter(filter),
        ])
        // Whole numbers are zigzag encoded, so that 1 is 2 and -1 is 1; texts begin with their length.
        let start: [UInt8] = [0x43, 0x49, 0x52, 0x42, 2, 6, 1, 2, 0x61, 5, 0]
        let rect: [UInt8] = [
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xF0, 0xBF, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 0, 0, 0, 0, 0, 0, 0,
            0x40,
        ]
        let last: [UInt8] = [
            16, 2, 0x46, 1, 2, 0x75, 0, 4, 2, 0x6B, 3, 1, 2, 0x76, 5, 2, 0, 0, 0, 0, 0, 0, 0, 0x40,
        ]
        #expect(BinaryRecipe.bytes(of: recipe) == start + rect + last)
    }

    @Test("Truncated and changed bytes are refused or read as another recipe, without a crash")
    func mutations() throws {
        var generator = SeededGenerator(seed: 1)
        let bytes = BinaryRecipe.bytes(of: Self.sample())
        for length in 0..<bytes.count {
            #expect(throws: CIRecipeError.self, "\(length) bytes") {
                try BinaryRecipe.recipe(from: Array(bytes[..<length]))
            }
        }
        struct Nothing: RecipeReadingContext {
            let marksKernelsSandboxed = true
            func image(named name: String) -> CIImage { .empty() }
            func image(atPath path: String) throws -> CIImage { throw CIRecipeError.fileNotAllowed(path: path) }
            func region(_ number: Int) -> CIKernelRegion { .same }
            func processor(_ processor: RecipeProcessor, inputs: [CIImage]) -> CIImage { .empty() }
        }
        var (refused, read) = (0, 0)
        for _ in 0..<4000 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<changed.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: changed[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: changed[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                case 2: changed.remove(at: place)
                default: changed.insert([0, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0, at: place)
                }
            }
            do {
                let recipe = try BinaryRecipe.recipe(from: changed)
                read += 1
                let image = try RecipeReader.image(of: recipe, context: Nothing())
                _ = image.extent
            } catch is CIRecipeError {
                refused += 1
            } catch {
                // For example, diagnostics of a changed kernel, or a file that may not be read.
                refused += 1
            }
        }
        #expect(refused > 0 && read > 0)
    }

    private func refusal(_ steps: [RecipeStep]) -> String {
        do {
            _ = try BinaryRecipe.recipe(from: BinaryRecipe.bytes(of: ImageRecipe(steps: steps)))
            return "none"
        } catch { return "\(error)" }
    }

    @Test("Cycles, steps that come later, a million steps and rectangles that are no numbers are refused")
    func rules() {
        #expect(refusal([.premultiply(0)]).contains("step 0: it uses step 0, which is not before it"))
        #expect(refusal([.image(name: "a"), .premultiply(2), .premultiply(1)]).contains("step 1: it uses step 2"))
        #expect(refusal([.image(name: "a"), .premultiply(.max)]).contains("not before it"))
        #expect(refusal([.image(name: "a"), .premultiply(.min)]).contains("not before it"))
        let chain = [RecipeStep.image(name: "a")] + (0..<1_000_000).map { .premultiply($0) }
        #expect(refusal(chain) == "the recipe has too many steps; at most 100000 are allowed")
        for bad in [CGFloat.nan, .infinity] {
            #expect(
                refusal([.image(name: "a"), .crop(0, CGRect(x: 0, y: 0, width: bad, height: 1))]).contains("not finite")
            )
            let transform = CGAffineTransform(translationX: bad, y: 0)
            #expect(refusal([.image(name: "a"), .transform(0, transform, .linear)]).contains("not finite"))
        }
        var nested = RecipeValue.number(1)
        for _ in 0..<40 { nested = .array([nested]) }
        let deep = RecipeFilter(name: "A", unit: nil, inputs: [RecipeField(key: "a", value: nested)])
        #expect(refusal([.filter(deep)]).contains("nested less deeply"))
        let twice = [RecipeField(key: "a", value: .number(1)), RecipeField(key: "a", value: .number(2))]
        #expect(refusal([.filter(RecipeFilter(name: "A", unit: nil, inputs: twice))]).contains("twice"))
        #expect(refusal([]).contains("there are none"))
    }

    @Test("A count without its bytes, a newer format and trailing bytes are refused")
    func lies() throws {
        var writer = ByteWriter()
        for byte in "CIRB".utf8 { writer.write(byte) }
        writer.write(1)
        writer.write(1 << 60)
        #expect(throws: CIRecipeError.self) { try BinaryRecipe.recipe(from: writer.bytes) }
        var newer = ByteWriter()
        for byte in "CIRB".utf8 { newer.write(byte) }
        newer.write(9)
        #expect(throws: CIRecipeError.newerFormat(found: 9, known: 1)) { try BinaryRecipe.recipe(from: newer.bytes) }
        #expect(throws: CIRecipeError.self) {
            try BinaryRecipe.recipe(from: BinaryRecipe.bytes(of: Self.sample()) + [0])
        }
    }

    @Test("A bitmap whose bytes don't fit its size, and blocks larger than the picture, are refused when read")
    func sizes() {
        func failure(_ steps: [RecipeStep]) -> String {
            do {
                _ = try CIRecipe(ImageRecipe(steps: steps)).image()
                return "none"
            } catch { return "\(error)" }
        }
        func bitmap(_ width: Int, _ height: Int, _ format: String = "RGBA8") -> RecipeStep {
            .bitmap(
                RecipeBitmap(
                    width: width, height: height, format: format, colorSpace: nil, alpha: .premultiplied,
                    isColorManaged: true, pixels: Data(count: 64)))
        }
        #expect(failure([bitmap(4, 4)]) == "none")
        for (width, height) in [(5, 4), (.max, .max), (.max, 1), (-4, -4), (0, 4), (1 << 62, 4)] {
            #expect(failure([bitmap(width, height)]).contains("step 0"), "\(width) × \(height)")
        }
        #expect(failure([bitmap(4, 4, "RGBA9")]).contains("RGBA9"))
        #expect(failure([bitmap(4, 4), .average(0, columns: 5, rows: 1)]).contains("step 1"))
        #expect(
            failure([.constant(RecipeColor(components: [0, 0, 0, 1])), .average(0, columns: 1, rows: 1)]).contains(
                "step 1"))
    }
}
