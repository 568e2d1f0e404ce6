import DeviceKernels
import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import TestSupport
import Testing

@testable import Vulkan

@Suite("Works of Vulkan devices", .needsVulkan) struct VulkanWorkTests {
    private static let region = PixelRect(x: -3, y: 2, width: 20, height: 11)
    private static let half = "kernel vec4 half(__sample s) { return s * 0.5; }"

    @Test("Works are done as the interpreter does their steps", arguments: WorkCase.allCases, [false, true])
    func cases(_ workCase: WorkCase, copiesPixels: Bool) throws {
        let device = try (copiesPixels ? Lavapipe.copyingDevice : Lavapipe.device).get()
        #expect(device.usesSharedMemory != copiesPixels)
        for formats in WorkTrial.formats {
            let differences = try workCase.differences(WorkTrial(device, formats: formats))
            #expect(differences == [], "\(formats.map(\.name))")
        }
        Lavapipe.expectNoMessages()
    }

    @Test("Works on several threads don't disturb each other", arguments: [false, true])
    func threads(copiesPixels: Bool) async throws {
        let device = try (copiesPixels ? Lavapipe.copyingDevice : Lavapipe.device).get()
        try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<3 {
                for workCase in WorkCase.allCases {
                    group.addTask { try workCase.differences(WorkTrial(device)) }
                }
            }
            for try await differences in group { #expect(differences == []) }
        }
        Lavapipe.expectNoMessages()
    }

    /// A device computes at most 65,535 workgroups of 8 columns in a dispatch.
    @Test("Regions with more workgroups than a dispatch has are computed in parts", arguments: [1, 2])
    func wideRegions(height: Int) throws {
        let region = PixelRect(x: -7, y: 3, width: 8 * 65_535 + 1, height: height)
        let device = try Lavapipe.device.get()
        #expect(device.description.maximumWorkgroups.columns == 65_535)
        let comparison = VulkanComparison(
            program: try kernel("kernel vec4 k() { return destCoord().xyxy * 0.5; }"), region: region)
        let tally = try comparison.tally()
        #expect(tally.equalBits == tally.results)
        // The fault of the second part.
        let program = try kernel(
            """
            kernel vec4 k() {
                float x = 1.0;
                if (destCoord().x > 524273.0) { while (x > 0.0) { x = x + 1.0; } }
                return vec4(x);
            }
            """)
        let failing = VulkanComparison(program: program, region: region)
        #expect(
            throws: KernelRunError.stepBudgetExceeded(kernel: "k", file: "<kernel>", x: 524_273, y: 3, budget: 10)
        ) {
            try failing.kernel(stepBudget: 10).run(
                arguments: KernelArguments(components: []), images: [], region: region, output: Raster(bounds: region))
        }
        Lavapipe.expectNoMessages()
    }

    @Test("Images keep their pixels from one work to the next")
    func keptImages() throws {
        let device = try Lavapipe.copyingDevice.get()
        var first = WorkTrial(device)
        let (a, b) = (try first.image(Self.region, seed: 1), try first.image(Self.region, seed: 2))
        try first.run(Self.half, [[]], reading: [WorkTrial.Input(a)], over: Self.region, into: b)
        #expect(try first.differences() == [])
        var second = WorkTrial(device)
        try second.run(Self.half, [[]], reading: [WorkTrial.Input(b)], over: Self.region, into: a)
        #expect(try second.differences([a, b]) == [])
        Lavapipe.expectNoMessages()
    }

    @Test("Kernels are compiled once for a program and a layout")
    func cachedKernels() throws {
        let device = try Lavapipe.device.get()
        let program = try kernel("kernel vec4 k(__sample s) { return s * 0.125; }")
        func code(_ interpolation: Interpolation) throws -> VulkanDeviceKernel {
            let layout = KernelLayout(images: [ImageLayout(interpolation: interpolation)], output: .RGBAf)
            return try #require(device.kernel(for: program, layout: layout) as? VulkanDeviceKernel)
        }
        let linear = try code(.linear)
        #expect(linear.program.name == "k" && linear.layout.images[0].interpolation == .linear)
        #expect(try code(.linear) === linear)
        #expect(try code(.nearest) !== linear)
    }

    @Test("Works that don't fit the device or each other are refused")
    func inconsistentWorks() throws {
        let (device, other) = (try Lavapipe.device.get(), try Lavapipe.copyingDevice.get())
        let (own, foreign) = (WorkTrial(device), WorkTrial(other))
        let (image, stranger) = (try own.image(Self.region, seed: 1), try foreign.image(Self.region, seed: 1))
        var trial = own
        trial.upload(stranger.model.view, to: stranger, Self.region)
        #expect(throws: DeviceKernelError.wrongDevice(what: "the memory of a copy to the device")) {
            try trial.differences()
        }
        trial = own
        try trial.run(Self.half, [[]], reading: [WorkTrial.Input(stranger)], over: Self.region, into: image)
        #expect(throws: DeviceKernelError.wrongDevice(what: "image 0 of kernel 'half'")) { try trial.differences() }
        trial = own
        try trial.run(Self.half, [[]], reading: [WorkTrial.Input(image)], over: Self.region, into: stranger)
        #expect(throws: DeviceKernelError.wrongDevice(what: "the result of kernel 'half'")) { try trial.differences() }
        trial = WorkTrial(device) { try other.kernel(for: $0, layout: $1) }
        try trial.run(Self.half, [[]], reading: [WorkTrial.Input(image)], over: Self.region, into: image)
        #expect(throws: DeviceKernelError.wrongDevice(what: "kernel 'half'")) { try trial.differences() }
        trial = own
        trial.download(image, Self.region.outset(by: 1), to: Raster(bounds: Self.region.outset(by: 1)).view)
        #expect(throws: DeviceKernelError.wrongCopy(what: "a copy from the device")) { try trial.differences() }
        trial = own
        try trial.run(Self.half, [[]], reading: [WorkTrial.Input(image)], over: Self.region.outset(by: 1), into: image)
        #expect(throws: KernelRunError.regionOutsideOutput(kernel: "half")) { try trial.differences() }
        Lavapipe.expectNoMessages()
    }
}
