import DeviceKernels
import Foundation
import ImageGraph
import Pixels

/// One work of a device, in the order of a stream.
struct CUDAWork {
    let device: CUDADevice
    let kernels: [CUDADeviceKernel]
    let uploads: [CUDARowCopy]
    let downloads: [CUDARowCopy]
    let plan: WorkPlan
    var driver: any CUDADriver { device.opened.driver }

    /// Number of columns and rows of a block of threads. A warp computes 32 neighbouring pixels of a row, so that their
    /// memory is adjacent.
    static let threads = SIMD2<UInt32>(32, 8)
    /// Maximum number of blocks of a grid, in a column.
    private static let maximumGridRows = 65_535

    /// Plans a work. Throws `DeviceKernelError` or `KernelRunError` if it is inconsistent.
    init(_ work: DeviceWork, on device: CUDADevice) throws {
        let kernels = try work.runs.map { run in
            guard let kernel = run.kernel as? CUDADeviceKernel, kernel.opened === device.opened else {
                throw DeviceKernelError.wrongDevice(what: "kernel '\(run.kernel.program.name)'")
            }
            return kernel
        }
        try work.validate { device.owns($0) }
        plan = try WorkPlan(work.runs, blocks: kernels.map(\.code.block)) { region in
            // The limit of pixels is that of a launch, so that a work can be stopped between launches.
            region.parts(
                columns: ParameterBlockLayout.pixelLimit, rows: Self.maximumGridRows * Int(Self.threads.y),
                pixels: min(device.limits.pixelsOfLaunch, ParameterBlockLayout.pixelLimit))
        }
        (self.device, self.kernels) = (device, kernels)
        uploads = work.uploads.filter { !$0.region.isEmpty }.map { CUDARowCopy($0) }
        downloads = work.downloads.filter { !$0.region.isEmpty }.map { CUDARowCopy($0) }
    }

    /// Whether there is nothing to do.
    var isEmpty: Bool { plan.parts.isEmpty && uploads.isEmpty && downloads.isEmpty }

    /// Does all of it on a stream, and waits for it. Needs the context.
    func perform(on stream: CUDAStream) throws {
        if plan.parts.isEmpty {
            try device.opened.finishing(stream) {
                try upload(on: stream)
                try download(on: stream)
            }
            return
        }
        // A copy of the parameter blocks and fault words. It exists until the stream's work is done.
        let header = UnsafeMutableRawBufferPointer.allocate(
            byteCount: plan.byteCount, alignment: ParameterBlockLayout.alignment)
        defer { header.deallocate() }
        header.initializeMemory(as: UInt8.self, repeating: 0)
        try withMemory(on: stream) { memory in
            try device.opened.finishing(stream) {
                try plan.write(to: header, address: memory)
                try upload(header, to: memory, on: stream)
                try compute(in: memory, on: stream)
                try downloadFaults(to: header, from: memory, on: stream)
                try download(on: stream)
            }
        }
    }

    /// Calls `body` with memory for the parameter blocks and fault words.
    private func withMemory(on stream: CUDAStream, _ body: (UInt64) throws -> Void) throws {
        guard device.description.hasMemoryPools else {
            let memory = try device.pool.memory(byteCount: plan.byteCount)
            return try withExtendedLifetime(memory) { try body(memory.address) }
        }
        let address = try device.pool.makingSpace { try driver.allocate(plan.byteCount, on: stream) }
        do {
            try body(address)
        } catch {
            try? driver.free(address, on: stream)
            throw error
        }
        try driver.free(address, on: stream)
    }
}
