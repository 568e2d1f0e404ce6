import DeviceKernels
import Foundation
import ImageGraph
import KernelLanguage
import Pixels
import Testing

/// The parts of works, and the memory that describes them.
@Suite struct WorkPlanTests {
    private static let region = PixelRect(x: 5, y: -4, width: 10, height: 7)

    /// Two runs of different kernels, and between them one without pixels.
    private static func runs(_ device: FakeDevice) throws -> [DeviceRun] {
        let image = try DeviceImage(bounds: region, format: .RGBAf, on: device)
        return try [("first", region), ("none", .empty), ("second", PixelRect(x: 6, y: 0, width: 3, height: 2))].map {
            let program = try TestPrograms.compiled("kernel vec4 \($0) (float f) { return vec4(f); }")
            return DeviceRun(
                try device.kernel(for: program, layout: KernelLayout(imageCount: 0)),
                arguments: KernelArguments(components: [[0.5]]), images: [], pixels: [], region: $1, output: image,
                stepBudget: 77)
        }
    }

    private static func plan(_ runs: [DeviceRun]) throws -> WorkPlan {
        try WorkPlan(runs, blocks: runs.map { ParameterBlockLayout($0.kernel.program) }) {
            $0.parts(columns: 10, rows: 3, pixels: 1000)
        }
    }

    /// Blocks of 104 bytes take 256. The first region has rows of 3, 3 and 1.
    @Test func places() throws {
        let plan = try Self.plan(Self.runs(FakeDevice()))
        #expect(plan.parts.map(\.run) == [0, 0, 0, 2])
        #expect(plan.parts.map(\.region.y) == [-4, -1, 2, 0])
        #expect(plan.parts.map(\.region.height) == [3, 3, 1, 2])
        #expect(plan.parts.map(\.block) == [0, 256, 512, 768])
        #expect(plan.parts.map(\.fault) == [1024, 1028, 1032, 1036])
        #expect(plan.faults == 1024..<1040 && plan.byteCount == 1040)
        #expect(plan.kernelNames == "first' and 'none' and 'second")
        #expect(try Self.plan([]).byteCount == 0)
    }

    /// Each block has its part, and the address of its own fault word.
    @Test func blocks() throws {
        let runs = try Self.runs(FakeDevice())
        let plan = try Self.plan(runs)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: plan.byteCount, alignment: 16)
        defer { memory.deallocate() }
        try plan.write(to: memory, address: 1 << 40)
        func field(_ field: ParameterBlockLayout.Field, _ part: Int) -> Int {
            memory.load(fromByteOffset: 256 * part + field.offset, as: Int.self)
        }
        #expect((0..<4).map { field(.y, $0) } == [-4, -1, 2, 0])
        #expect((0..<4).map { field(.height, $0) } == [3, 3, 1, 2])
        #expect((0..<4).map { field(.fault, $0) - 1 << 40 } == [1024, 1028, 1032, 1036])
        // Rows of 160 bytes begin at multiples of 256.
        let start = Int(runs[0].output.pixels.address)
        #expect((0..<4).map { field(.output, $0) - start } == [0, 3 * 256, 6 * 256, 4 * 256 + 16])
    }

    /// The error is that of the first part with a fault, whatever the order in time.
    @Test func faults() throws {
        let plan = try Self.plan(Self.runs(FakeDevice()))
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: plan.byteCount, alignment: 16)
        defer { memory.deallocate() }
        try plan.write(to: memory, address: 0)
        try plan.checkFaults(in: memory)
        memory.storeBytes(of: 4, toByteOffset: 1036, as: UInt32.self)
        #expect(
            throws: KernelRunError.stepBudgetExceeded(kernel: "second", file: "<kernel>", x: 7, y: 1, budget: 77)
        ) { try plan.checkFaults(in: memory) }
        memory.storeBytes(of: 21, toByteOffset: 1028, as: UInt32.self)
        #expect(
            throws: KernelRunError.stepBudgetExceeded(kernel: "first", file: "<kernel>", x: 6, y: 1, budget: 77)
        ) { try plan.checkFaults(in: memory) }
        plan.endLoops(in: memory)
        #expect((0..<4).allSatisfy { memory.load(fromByteOffset: 1024 + 4 * $0, as: UInt32.self) == 0 })
    }

    @Test func regionsOutside() throws {
        var runs = try Self.runs(FakeDevice())
        runs[2].region = Self.region.outset(by: 1)
        #expect(throws: KernelRunError.regionOutsideOutput(kernel: "second")) { try Self.plan(runs) }
    }

    /// Parts cover a region once, and have at most as many columns, rows and pixels.
    @Test func parts() {
        for (columns, rows, pixels) in [(100, 100, 1000), (3, 2, 1000), (4, 100, 9), (100, 100, 7), (1, 1, 1)] {
            let parts = Self.region.parts(columns: columns, rows: rows, pixels: pixels)
            var count: [SIMD2<Int>: Int] = [:]
            for part in parts {
                #expect(!part.isEmpty && Self.region.contains(part))
                #expect(part.width <= columns && part.height <= rows)
                #expect(part.area <= pixels || part.height == 1)
                for y in part.y..<part.maxY { for x in part.x..<part.maxX { count[SIMD2(x, y), default: 0] += 1 } }
            }
            #expect(count.count == 70 && count.values.allSatisfy { $0 == 1 })
        }
        #expect(Self.region.parts(columns: 10, rows: 7, pixels: 70) == [Self.region])
        #expect(PixelRect.empty.parts(columns: 1, rows: 1, pixels: 1) == [])
    }
}
