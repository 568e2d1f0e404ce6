import ImageGraph
import Interpreter
import KernelLanguage
import Pixels

/// A small picture of premultiplied noise: some pixels transparent, some opaque, some brighter than white.
final class NoisePicture: PixelSource {
    let width: Int
    let height: Int
    let colorSpace: CGColorSpace? = nil
    let alphaState = AlphaState.premultiplied
    private let seed: UInt64

    init(_ width: Int, _ height: Int, seed: UInt64) { (self.width, self.height, self.seed) = (width, height, seed) }

    func read(into raster: Raster) {
        for y in raster.bounds.y..<raster.bounds.maxY {
            for x in raster.bounds.x..<raster.bounds.maxX { raster[x, y] = pixel(x, y) }
        }
    }

    private func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
        var random = RandomNumbers(seed: seed &+ UInt64(y * 64 + x) &* 0x9E37_79B9_7F4A_7C15)
        let alpha = [0, 1, random.number(0...1), random.number(0...1)][random.below(4)]
        let bright: Float = random.below(5) == 0 ? 3 : 1
        return SIMD4(
            random.number(0...bright) * alpha, random.number(0...1) * alpha, random.number(0...bright) * alpha, alpha)
    }
}

/// Reproducible random numbers (splitmix64).
struct RandomNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
    mutating func number(_ range: ClosedRange<Float>) -> Float {
        range.lowerBound + (range.upperBound - range.lowerBound) * Float(below(1 << 12)) / Float(1 << 12)
    }
    mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }
}

/// The interpreter, which claims to compile if `compiles` is set, so that rules for compiling back ends apply.
struct CompilingInterpreter: KernelBackend {
    static let compiling = CompilingInterpreter(compiles: true)
    static let interpreting = CompilingInterpreter(compiles: false)

    let name = "interpreter for tests"
    let compiles: Bool
    private let interpreter = InterpreterBackend(stepBudget: 10_000)

    private init(compiles: Bool) { self.compiles = compiles }

    func prepare(_ program: Program, layout: KernelLayout) throws -> any PreparedKernel {
        try interpreter.prepare(program, layout: layout)
    }
}
