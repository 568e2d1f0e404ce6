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
        try work.validate { ($0 as? any BufferMemory)?.device === device.logical }
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
        let staging = try StagingMemory(uploads, downloads, in: device.sharedMemory)
        // Until the device has done the work, whoever may throw.
        try withExtendedLifetime((header, staging)) {
            let bytes = try header?.mappedBytes
            if let header, let bytes { try plan.write(to: bytes, address: header.address) }
            for (copy, staged) in zip(uploads, staging.uploads) {
                try WorkMeter.check()
                try staging.pixels(of: copy, staged).copyRows(from: copy.view)
            }
            if header != nil || staging.range != nil {
                try device.withRecorder { recorder in
                    try recorder.submit { record(in: $0, header, staging) }
                    let seconds = Int(device.timeLimit.components.seconds)
                    try recorder.wait(
                        upTo: device.timeLimit, stopped: .runStopped(kernel: plan.kernelNames, seconds: seconds)
                    ) { if let bytes { plan.endLoops(in: bytes) } }
                }
            }
            if let bytes { try plan.checkFaults(in: bytes) }
            for (copy, staged) in zip(downloads, staging.downloads) {
                copy.view.window(copy.region).copyRows(from: try staging.pixels(of: copy, staged))
            }
        }
    }

    // MARK: Commands

    private func record(in recorder: CommandRecorder, _ header: MemoryRange?, _ staging: StagingMemory) {
        recorder.seeEarlierWork()
        var last: MemoryStage?
        func begin(_ stage: MemoryStage) {
            if let last { recorder.handOver(from: last, to: stage) }
            last = stage
        }
        let (uploads, downloads) = (staging.uploads.compactMap(\.self), staging.downloads.compactMap(\.self))
        if let range = staging.range, !uploads.isEmpty {
            begin(.transfer)
            for (index, copy) in uploads.enumerated() {
                // The later one of two copies of a pixel counts.
                if uploads[..<index].contains(where: copy.overlaps) { begin(.transfer) }
                recorder.copy(copy, from: range)
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
        if let range = staging.range, !downloads.isEmpty {
            begin(.transfer)
            for copy in downloads { recorder.copy(copy, to: range) }
        }
        // Copies in the staging memory, and pixels in an application's buffer, which the application may map.
        if staging.range != nil { recorder.handOver(from: .transfer, to: .host) }
        // Fault words, and pixels in shared memory.
        if header != nil { recorder.handOver(from: .kernel, to: .host) }
    }
}
