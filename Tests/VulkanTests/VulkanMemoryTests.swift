import DeviceKernels
import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import TestSupport
import Testing

@testable import Vulkan

@Suite("Memory of Vulkan devices") struct VulkanMemoryTests {
    /// Against a list with an entry for each byte.
    @Test("Free ranges are those that nothing uses", arguments: UInt64(0)..<20)
    func freeRanges(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var ranges = FreeRanges(byteCount: 64)
        var isUsed = Array(repeating: false, count: 64)
        var taken: [Range<Int>] = []
        for _ in 0..<300 {
            if random.below(2) == 0 || taken.isEmpty {
                let count = 1 + random.below(20)
                let expected = (0...(64 - count)).first { start in !isUsed[start..<(start + count)].contains(true) }
                let start = ranges.take(count)
                #expect(start == expected)
                guard let start else { continue }
                for byte in start..<(start + count) { isUsed[byte] = true }
                taken.append(start..<(start + count))
            } else {
                let range = taken.remove(at: random.below(taken.count))
                for byte in range { isUsed[byte] = false }
                ranges.give(range)
            }
            let free = ranges.ranges.flatMap { Array($0) }
            #expect(free == isUsed.indices.filter { !isUsed[$0] })
            #expect(ranges.isUnused == taken.isEmpty)
            // Neighbouring ranges are joined.
            #expect(zip(ranges.ranges, ranges.ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
        }
    }

    @Test("Large pictures share few allocations, and memory that is too large is an error", .needsVulkan)
    func pools() throws {
        let device = try VulkanDevice(Lavapipe.instance.get(), .named("llvmpipe"), memoryLimit: 16 << 20)
        func run(_ width: Int, _ height: Int) throws {
            let region = PixelRect(x: 0, y: 0, width: width, height: height)
            var comparison = VulkanComparison(
                program: try kernel("kernel vec4 k() { return destCoord().xyxy; }"), region: region)
            comparison.device = device
            let tally = try comparison.tally()
            #expect(tally.equalBits == tally.results)
        }
        for _ in 0..<4 { try run(700, 700) }
        #expect(device.allocatedByteCount == 16 << 20)
        // The result fills all memory, and the parameter block of 96 bytes and the fault word don't fit any more.
        let name = device.description.name
        let error = VulkanError.outOfMemory(device: name, needed: 256 + 4, limit: 16 << 20)
        #expect(throws: DeviceFailure(.outOfMemory, device: name, reason: "\(error)")) { try run(1024, 1024) }
        try run(500, 500)
        Lavapipe.expectNoMessages()
    }

    @Test("Runs on several threads don't disturb each other", .needsVulkan)
    func threads() async throws {
        let kernels = try (UInt64(0)..<4).map { seed in
            let comparison = VulkanComparison(
                program: RandomKernel.make(seed: seed + 900, size: 30), arguments: RandomKernel.arguments(seed: seed),
                images: RandomKernel.images(seed: seed), region: PixelRect(x: -3, y: -2, width: 50, height: 9))
            return (comparison, try comparison.kernel())
        }
        try await withThrowingTaskGroup(of: VulkanComparison.Tally.self) { group in
            for _ in 0..<8 {
                for (comparison, kernel) in kernels { group.addTask { try comparison.tally(kernel) } }
            }
            for try await tally in group { #expect(tally.wrong.isEmpty, "\(tally)") }
        }
        Lavapipe.expectNoMessages()
    }

    @Test("Calls that don't fit are refused with a reason", .needsVulkan)
    func refusals() throws {
        let region = PixelRect(x: 0, y: 0, width: 4, height: 4)
        let raster = SamplingCases.image(region, seed: 1, special: false)
        let image = SamplerBinding(raster: raster, extent: region.cgRect)
        let kernel = try VulkanComparison(
            program: kernel(SamplingCases.here), arguments: [[]], images: [image], region: region
        ).kernel()
        func run(_ images: [SamplerBinding], _ region: PixelRect, _ output: PixelView) throws {
            try kernel.run(
                arguments: KernelArguments(components: [[]]), images: images, region: region, output: output)
        }
        let output = Raster(bounds: region).view
        #expect(throws: KernelRunError.countMismatch(kernel: "k", what: "images", expected: 1, given: 0)) {
            try run([], region, output)
        }
        #expect(throws: KernelRunError.regionOutsideOutput(kernel: "k")) {
            try run([image], region.outset(by: 1), output)
        }
        try run([image], .empty, output)
        var clamped = image
        clamped.wrap = .clamp
        #expect(throws: (any Error).self) { try run([clamped], region, output) }
    }
}
