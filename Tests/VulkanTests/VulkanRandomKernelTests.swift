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
        var tally = VulkanComparison.Tally()
        for seed in UInt64(group) * 50..<UInt64(group + 1) * 50 {
            let program = RandomKernel.make(seed: seed, size: 20 + Int(seed % 40))
            var random = SeededGenerator(seed: seed &+ 55)
            let width = 1 + random.below(40)
            let part = try VulkanComparison(
                program: program, arguments: RandomKernel.arguments(seed: seed),
                images: RandomKernel.images(seed: seed),
                region: PixelRect(x: random.below(9) - 4, y: random.below(5) - 2, width: width, height: 3),
                aligned: random.below(4) > 0
            ).tally()
            #expect(part.wrong.isEmpty, "seed \(seed): \(part)")
            tally += part
        }
        // Where fused multiply-adds round twice, some results that depend on them have other bits.
        #expect(tally.equalBits * 10 > tally.results * 9, "\(tally)")
        Lavapipe.expectNoMessages()
    }
}
