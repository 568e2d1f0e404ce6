import DeviceKernels
import Foundation
import ImageGraph
import Pixels
import SPIRV

/// One work of a device, as one submission.
struct VulkanWork {
    private let device: VulkanDevice
    private let kernels: [VulkanDeviceKernel]
    private let uploads: [DeviceWork.Copy]
    private let downloads: [DeviceWork.Copy]
    private let plan: WorkPlan

    /// Plans a work. Throws `DeviceKernelError` or `KernelRunError` if it is inconsistent.
    init(_ work: DeviceWork, on device: VulkanDevice) throws {
        let kernels = try work.runs.map { run in
            guard let kernel = run.kernel as? VulkanDeviceKernel, kernel.pipeline.device === device.logical else {
                throw DeviceKernelError.wrongDevice(what: "kernel '\(run.kernel.program.name)'")
            }
            return kernel
        }
        try work.validate { ($0 as? MemoryRange)?.block.device === device.logical }
        let (columns, rows) = device.description.maximumWorkgroups
        plan = try WorkPlan(work.runs, blocks: kernels.map(\.block)) { region in
            region.parts(
                columns: columns * SPIRVKernel.workgroup.columns, rows: rows * SPIRVKernel.workgroup.rows,
                pixels: ParameterBlockLayout.pixelLimit)
        }
        (self.device, self.kernels) = (device, kernels)
        uploads = work.uploads.filter { !$0.region.isEmpty }
        downloads = work.downloads.filter { !$0.region.isEmpty }
    }

    /// Does the work, and waits for it.
    func perform() throws {
        if plan.parts.isEmpty, uploads.isEmpty, downloads.isEmpty { return }
        let header = plan.parts.isEmpty ? nil : try device.sharedMemory.range(byteCount: plan.byteCount)
        let staging = device.usesSharedMemory ? nil : try StagingMemory(uploads, downloads, in: device.sharedMemory)
        // Until the device has done the work, whoever may throw.
        try withExtendedLifetime((header, staging)) {
            let bytes = try header?.mappedBytes
            if let header, let bytes { try plan.write(to: bytes, address: header.address) }
            for (index, copy) in uploads.enumerated() {
                try WorkMeter.check()
                try target(of: copy, staging?.uploads[index], staging).copyRows(from: copy.view)
            }
            if header != nil || staging != nil {
                try device.withRecorder { recorder in
                    try recorder.submit { record(in: $0, header, staging) }
                    try wait(for: recorder, bytes)
                }
            }
            if let bytes { try plan.checkFaults(in: bytes) }
            for (index, copy) in downloads.enumerated() {
                copy.view.window(copy.region)
                    .copyRows(from: try target(of: copy, staging?.downloads[index], staging))
            }
        }
    }

    /// Returns the pixels of a copy's region where the processor accesses them.
    private func target(
        of copy: DeviceWork.Copy, _ staged: StagedCopy?, _ staging: StagingMemory?
    ) throws -> PixelView {
        if let staged, let staging { return staged.view(in: try staging.range.mappedBytes) }
        return try copy.image.mappedView.window(copy.region)
    }

    // MARK: Commands

    private func record(in recorder: CommandRecorder, _ header: MemoryRange?, _ staging: StagingMemory?) {
        recorder.seeEarlierWork()
        var last: CommandRecorder.Stage?
        func begin(_ stage: CommandRecorder.Stage) {
            if let last { recorder.handOver(from: last, to: stage) }
            last = stage
        }
        if let staging, !uploads.isEmpty {
            begin(.transfer)
            for (index, copy) in staging.uploads.enumerated() {
                // The later one of two copies of a pixel counts.
                if staging.uploads[..<index].contains(where: copy.overlaps) { begin(.transfer) }
                recorder.copy(copy, from: staging.range)
            }
        }
        if let header {
            var run: Int?
            for part in plan.parts {
                // The parts of a run write different pixels.
                if run != part.run { begin(.kernel) }
                run = part.run
                let (columns, rows) = SPIRVKernel.workgroup
                recorder.dispatch(
                    kernels[part.run].pipeline, block: header.address + UInt64(part.block),
                    columns: (part.region.width - 1) / columns + 1, rows: (part.region.height - 1) / rows + 1)
            }
        }
        if let staging, !downloads.isEmpty {
            begin(.transfer)
            for copy in staging.downloads { recorder.copy(copy, to: staging.range) }
            recorder.handOver(from: .transfer, to: .host)
        }
        // Fault words, and pixels in shared memory.
        if header != nil { recorder.handOver(from: .kernel, to: .host) }
    }

    // MARK: Waiting

    /// Milliseconds between checks whether a rendering was stopped.
    private static let checkInterval = 10
    /// Milliseconds that a device has for ending a work that was stopped, and those that were submitted before.
    private static let grace = 30_000

    /// Waits until the work has ended. A rendering that is stopped, or takes too long, ends the kernels' loops.
    private func wait(for recorder: CommandRecorder, _ header: UnsafeMutableRawBufferPointer?) throws {
        let meter = WorkMeter.current
        let start = ContinuousClock.now
        while try !recorder.wait(milliseconds: Self.checkInterval) {
            do {
                try meter?.check()
                guard ContinuousClock.now - start < device.timeLimit else {
                    throw VulkanError.runStopped(
                        kernel: plan.kernelNames, seconds: Int(device.timeLimit.components.seconds))
                }
            } catch {
                if let header { plan.endLoops(in: header) }
                guard try recorder.wait(milliseconds: Self.grace) else {
                    device.logical.abandon()
                    throw VulkanError.timedOut(
                        device: device.description.name,
                        seconds: Int((ContinuousClock.now - start).components.seconds))
                }
                throw error
            }
        }
        try meter?.check()
    }
}
