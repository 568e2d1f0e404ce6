import DeviceKernels
import Foundation
import Pixels

/// The steps of a work. Each needs the context.
extension CUDAWork {
    /// Copies pixels to the device, and then the parameter blocks and fault words, if there are any.
    func upload(_ header: UnsafeMutableRawBufferPointer? = nil, to memory: UInt64 = 0, on stream: CUDAStream) throws {
        for upload in uploads { try driver.copy(upload.toDevice(), on: stream) }
        if let start = header?.baseAddress {
            try driver.copy(CUDACopy(.toDevice, host: start, device: memory, byteCount: plan.byteCount), on: stream)
        }
        // A stop fills the fault words on another stream, which must come after this copy of them.
        try driver.synchronize(stream)
    }

    /// Launches the kernels for all parts, and waits for the end.
    ///
    /// If the rendering is to be stopped, the fault words are filled on another stream, which ends the kernels' loops.
    func compute(in memory: UInt64, on stream: CUDAStream) throws {
        let event = try driver.createEvent()
        defer { try? driver.destroy(event) }
        for part in plan.parts {
            try driver.launch(
                CUDALaunch(
                    function: kernels[part.run].function, grid: Self.grid(for: part.region), block: Self.threads,
                    argument: memory + UInt64(part.block)), on: stream)
        }
        try driver.record(event, on: stream)
        var stop: (any Error)?
        let ended = try device.opened.wait(for: event, limit: device.limits.time) {
            guard stop == nil else { return }
            do { try WorkMeter.current?.check() } catch {
                stop = error
                try driver.fill(
                    memory + UInt64(plan.faults.lowerBound), with: 0, count: plan.parts.count,
                    on: device.opened.controlStream)
            }
        }
        guard ended else { throw CUDAError.timedOut(kernel: plan.kernelNames, limit: device.limits.time) }
        if let stop { throw stop }
    }

    /// The number of blocks of threads for a part.
    static func grid(for part: PixelRect) -> SIMD2<UInt32> {
        func blocks(_ count: Int, _ size: UInt32) -> UInt32 { UInt32((count + Int(size) - 1) / Int(size)) }
        return SIMD2(blocks(part.width, threads.x), blocks(part.height, threads.y))
    }

    /// Copies the fault words. Throws `KernelRunError.stepBudgetExceeded` for the first part with a fault.
    func downloadFaults(
        to header: UnsafeMutableRawBufferPointer, from memory: UInt64, on stream: CUDAStream
    ) throws {
        guard let start = header.baseAddress else { return }
        try driver.copy(
            CUDACopy(
                .fromDevice, host: start + plan.faults.lowerBound, device: memory + UInt64(plan.faults.lowerBound),
                byteCount: plan.faults.count), on: stream)
        try driver.synchronize(stream)
        try plan.checkFaults(in: header)
    }

    /// Copies pixels from the device.
    func download(on stream: CUDAStream) throws {
        if downloads.isEmpty { return }
        for download in downloads { try driver.copy(download.fromDevice(), on: stream) }
        try driver.synchronize(stream)
        for download in downloads { download.finish() }
    }
}
