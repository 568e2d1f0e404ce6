import Foundation
import KernelTestSupport
import Pixels
import TestSupport
import Testing
import Vulkan

/// Random kernels on the device and on the interpreter.
@Suite("Random kernels on Vulkan", .needsVulkan) struct VulkanRandomKernelTests {
    private static let isLong = ProcessInfo.processInfo.environment["COREIMAGE_LONG_TESTS"] == "1"
    private static let groups = isLong ? 200 : 6

    /// Three hundred kernels, or ten thousand if COREIMAGE_LONG_TESTS is 1.
    @Test(arguments: 0..<groups) func agrees(group: Int) throws {
        let tally = try Self.tally(Array(UInt64(group) * 50..<UInt64(group + 1) * 50))
        // Where fused multiply-adds round twice, some results that depend on them have other bits.
        #expect(tally.equalBits * 10 > tally.results * 9, "\(tally)")
        Lavapipe.expectNoMessages()
    }

    /// Kernels in which llvmpipe knows zeros and other numbers when it compiles, and computes with them otherwise than
    /// the instructions are defined, unless they are hidden from it.
    @Test func agreesWithKnownNumbers() throws {
        let tally = try Self.tally([
            62, 78, 158, 166, 270, 697, 1431, 1898, 1963, 2381, 2558, 2634, 2665, 3109, 3827, 4438, 4937,
        ])
        #expect(tally.equalBits + tally.close == tally.results, "\(tally)")
    }

    /// Images and results in random formats. Of the results, only their conversion matters here.
    @Test(arguments: 0..<groups) func agreesInOtherFormats(group: Int) throws {
        for seed in UInt64(group) * 20..<UInt64(group + 1) * 20 {
            var comparison = Self.comparison(seed)
            comparison.images = RandomKernel.storedImages(seed: seed)
            let tally = try comparison.tally()
            #expect(tally.wrong.isEmpty, "seed \(seed): \(tally)")
            let storage = RandomKernel.storage(seed: seed, bounds: comparison.region.outset(by: 1))
            #expect(try comparison.packsResults(into: storage), "seed \(seed), \(storage.pixels.format)")
        }
        Lavapipe.expectNoMessages()
    }

    private static func tally(_ seeds: [UInt64]) throws -> VulkanComparison.Tally {
        var tally = VulkanComparison.Tally()
        for seed in seeds {
            let part = try comparison(seed).tally()
            #expect(part.wrong.isEmpty, "seed \(seed): \(part)")
            tally += part
        }
        return tally
    }

    private static func comparison(_ seed: UInt64) -> VulkanComparison {
        var random = SeededGenerator(seed: seed &+ 55)
        let width = 1 + random.below(40)
        return VulkanComparison(
            program: RandomKernel.make(seed: seed, size: 20 + Int(seed % 40)),
            arguments: RandomKernel.arguments(seed: seed), images: RandomKernel.images(seed: seed),
            region: PixelRect(x: random.below(9) - 4, y: random.below(5) - 2, width: width, height: 3),
            aligned: random.below(4) > 0)
    }
}
