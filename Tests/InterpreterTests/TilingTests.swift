import Dispatch
import Foundation
import ImageGraph
import Interpreter
import KernelLanguage
import Pixels
import Synchronization
import TestSupport
import Testing

/// The output is the same to the bit for any tiles and any number of threads.
@Suite struct TilingTests {
    static let region = PixelRect(x: -7, y: 3, width: 83, height: 19)

    /// Sampling off centre, division, a power, a varying loop with an early exit, and an array with a varying index.
    static let program: Program = {
        var b = ProgramBuilder()
        b.arrays = [ArrayInfo(type: .float, count: 4)]
        _ = b.parameter(.sampler)
        let p = b.parameter(.float)
        let (x, y) = b.destination()
        let point = [b.value(.divideFloat, [x, b.float(71)]), b.value(.divideFloat, [y, b.argument(p)])]
        let color = b.sample(.sample(image: 0), point)
        let sum = b.register(.float, variable: true)
        let count = b.register(.float, variable: true)
        b.block(0) { b in
            b.loop { b in
                b.branch(b.value(.lessFloat, [b.float(9), count], .bool)) { $0.exit(0) }
                b.emit(.move, [b.value(.addFloat, [count, b.float(1)])], to: [count])
                b.emit(
                    .move, [b.value(.addFloat, [b.value(.multiplyFloat, [sum, b.float(0.7)]), color[0]])], to: [sum])
                b.branch(b.value(.lessFloat, [sum, color[1]], .bool)) { $0.exit(0) }
                let index = b.value(.floatToInt, [b.value(.modFloat, [x, b.float(5)])], .int)
                b.emit(.storeElement(array: 0), [index, sum], to: [])
            }
        }
        let element = b.register(.float)
        b.emit(
            .loadElement(array: 0), [b.value(.floatToInt, [b.value(.modFloat, [y, b.float(4)])], .int)], to: [element])
        let power = b.value(.pow, [b.value(.absFloat, [color[2]]), b.float(0.45)])
        let quotient = b.value(.divideFloat, [element, b.value(.subtractFloat, [x, b.float(3.5)])])
        return b.program([sum, element, power, quotient])
    }()

    static let image: SamplerBinding = {
        let raster = Raster(bounds: PixelRect(x: 0, y: 0, width: 40, height: 30))
        var noise: UInt32 = 7
        for y in 0..<30 {
            for x in 0..<40 {
                for c in 0..<4 {
                    noise = noise &* 1_664_525 &+ 1_013_904_223
                    raster.row(y)[x][c] = Float(noise >> 8) * 0x1p-24
                }
            }
        }
        return SamplerBinding(raster: raster, extent: raster.bounds.cgRect, wrap: .clamp)
    }()

    static let arguments = KernelArguments(components: [[], [27]])

    static func whole() throws -> [SIMD4<UInt32>] {
        bits(try render(program, arguments.components, images: [image], region: region))
    }

    private func tiled(width: Int, height: Int) throws -> [SIMD4<UInt32>] {
        let kernel = try InterpreterBackend().prepare(Self.program)
        let output = Raster(bounds: Self.region)
        for y in stride(from: Self.region.y, to: Self.region.maxY, by: height) {
            for x in stride(from: Self.region.x, to: Self.region.maxX, by: width) {
                let tile = PixelRect(x: x, y: y, width: width, height: height).intersection(Self.region)
                try kernel.run(arguments: Self.arguments, images: [Self.image], region: tile, output: output)
            }
        }
        return bits(output)
    }

    @Test(arguments: [(1, 1), (1, 19), (83, 1), (2, 3), (16, 16), (17, 5), (82, 18), (40, 40)])
    func tiles(width: Int, height: Int) throws {
        #expect(try tiled(width: width, height: height) == Self.whole())
    }

    @Test func emptyRegion() throws {
        let kernel = try InterpreterBackend().prepare(Self.program)
        let output = Raster(bounds: Self.region)
        output.fill(Self.region, with: SIMD4(1, 2, 3, 4))
        for (width, height) in [(0, 0), (0, 5), (5, 0)] {
            let region = PixelRect(x: 0, y: 4, width: width, height: height)
            try kernel.run(arguments: Self.arguments, images: [Self.image], region: region, output: output)
        }
        for y in Self.region.y..<Self.region.maxY {
            for x in Self.region.x..<Self.region.maxX { #expect(output[x, y] == SIMD4(1, 2, 3, 4)) }
        }
    }

    /// Splits the region at random, again and again.
    @Test(arguments: 0..<5) func randomSplits(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let kernel = try InterpreterBackend().prepare(Self.program)
        let output = Raster(bounds: Self.region)
        var pending = [Self.region]
        while let part = pending.popLast() {
            if part.area > 40, random.below(12) != 0 {
                let isWide = part.height == 1 || (part.width > 1 && random.below(2) == 0)
                let cut = 1 + random.below((isWide ? part.width : part.height) - 1)
                if isWide {
                    pending.append(PixelRect(x: part.x, y: part.y, width: cut, height: part.height))
                    pending.append(PixelRect(x: part.x + cut, y: part.y, width: part.width - cut, height: part.height))
                } else {
                    pending.append(PixelRect(x: part.x, y: part.y, width: part.width, height: cut))
                    pending.append(PixelRect(x: part.x, y: part.y + cut, width: part.width, height: part.height - cut))
                }
            } else {
                try kernel.run(arguments: Self.arguments, images: [Self.image], region: part, output: output)
            }
        }
        #expect(bits(output) == (try Self.whole()))
    }

    /// Blocks of other sizes, forced by a small memory limit.
    @Test(arguments: [3000, 6000, 20_000]) func smallerBlocks(memoryLimit: Int) throws {
        let backend = InterpreterBackend(memoryLimit: memoryLimit)
        let output = try render(
            Self.program, Self.arguments.components, images: [Self.image], region: Self.region, backend: backend)
        #expect(bits(output) == (try Self.whole()))
    }

    @Test(arguments: 1...8) func threads(count: Int) throws {
        let kernel = try InterpreterBackend().prepare(Self.program)
        let output = Raster(bounds: Self.region)
        let failures = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: count) { thread in
            for row in stride(from: Self.region.y + thread, to: Self.region.maxY, by: count) {
                let line = PixelRect(x: Self.region.x, y: row, width: Self.region.width, height: 1)
                do {
                    try kernel.run(arguments: Self.arguments, images: [Self.image], region: line, output: output)
                } catch {
                    failures.withLock { $0 += 1 }
                }
            }
        }
        #expect(failures.withLock { $0 } == 0)
        #expect(bits(output) == (try Self.whole()))
    }
}
