import DeviceKernels
import Foundation
import ImageGraph
import JIT
import KernelLanguage
import Pixels

/// One run of a kernel on a device: copies its images there, computes the whole region, and copies the result back.
struct CUDAKernelRun {
    let kernel: CUDAKernel
    let arguments: KernelArguments
    let images: [SamplerBinding]
    let region: PixelRect
    let output: PixelView
    private let plan: CUDARunPlan
    private var driver: any CUDADriver { kernel.device.driver }
    private var program: Program { kernel.code.program }

    /// Plans a run of a call that the program has validated. The region isn't empty.
    init(
        kernel: CUDAKernel, arguments: KernelArguments, images: [SamplerBinding], region: PixelRect, output: PixelView
    ) throws {
        (self.kernel, self.arguments, self.images) = (kernel, arguments, images)
        (self.region, self.output) = (region, output)
        plan = try CUDARunPlan(
            region: region, output: output, images: images, blockByteCount: kernel.code.block.byteCount,
            maximumPixels: kernel.limits.pixelsOfLaunch, kernel: kernel.code.program.name)
    }

    /// Does all work on a stream, and waits for it. Needs the context.
    func perform(on stream: CUDAStream) throws {
        // A copy of the parameter blocks and fault words. It exists until the stream's work is done.
        let header = UnsafeMutableRawBufferPointer.allocate(
            byteCount: plan.headerByteCount, alignment: ParameterBlockLayout.alignment)
        defer { header.deallocate() }
        // Without pools, freeing waits for the device, which may never answer after a timeout.
        let pool = kernel.device.description.hasMemoryPools ? stream : nil
        let memory = try driver.allocate(plan.byteCount, on: pool)
        do {
            try write(header, for: memory)
            try upload(header, to: memory, on: stream)
            try compute(in: memory, on: stream)
            try downloadFaults(to: header, from: memory, on: stream)
            try download(from: memory, on: stream)
        } catch {
            if (error as? CUDAError)?.isPermanent != true {
                // Copies that the stream already has may access the process's memory.
                try? driver.synchronize(stream)
                try? driver.free(memory, on: pool)
            } else if pool != nil {
                try? driver.free(memory, on: pool)
            }
            throw error
        }
        try driver.free(memory, on: pool)
    }

    /// Writes the parameter blocks and fault words of all bands.
    private func write(_ header: UnsafeMutableRawBufferPointer, for memory: UInt64) throws {
        header.initializeMemory(as: UInt8.self, repeating: 0)
        for (index, band) in plan.bands.enumerated() {
            let (offset, fault) = (index * plan.blockStride, plan.faultOffset + FaultWord.byteCount * index)
            let call = DeviceKernelCall(
                arguments: arguments, images: images, pixels: plan.images.map { $0.pixels(at: memory) }, region: band,
                output: plan.output.pixels(at: memory), stepBudget: kernel.limits.stepBudget,
                fault: memory + UInt64(fault))
            try kernel.code.block.write(
                call, of: program, layout: kernel.code.layout, address: memory + UInt64(offset),
                to: UnsafeMutableRawBufferPointer(
                    rebasing: header[offset..<offset + kernel.code.block.byteCount]))
            header.storeBytes(of: FaultWord.none, toByteOffset: fault, as: UInt32.self)
        }
    }

    // MARK: Copies

    private func upload(
        _ header: UnsafeMutableRawBufferPointer, to memory: UInt64, on stream: CUDAStream
    ) throws {
        for (image, place) in zip(images, plan.images) where !place.rect.isEmpty {
            try copy(.toDevice, image.pixels, place, memory, stream)
        }
        guard let start = header.baseAddress else { return }
        try driver.copy(CUDACopy(.toDevice, host: start, device: memory, byteCount: header.count), on: stream)
        // A stop fills the fault words on another stream, which must come after this copy of them.
        try driver.synchronize(stream)
    }

    /// Copies the pixels of a place from or to a view.
    private func copy(
        _ direction: CUDACopy.Direction, _ view: PixelView, _ place: CUDARunPlan.Place, _ memory: UInt64,
        _ stream: CUDAStream
    ) throws {
        let width = place.rect.width * view.format.bytesPerPixel
        // The bytes between rows don't matter for a single row, and the driver requires that a row fits.
        let bytesPerRow = place.rect.height == 1 ? width : abs(view.bytesPerRow)
        guard bytesPerRow >= width else {
            throw DeviceKernelError.wrongPixels(kernel: program.name, what: "an image whose rows overlap")
        }
        let firstRow = place.isTopDown ? place.rect.maxY - 1 : place.rect.y
        try driver.copy(
            CUDACopy(
                direction, host: view.pixel(place.rect.x, firstRow), hostBytesPerRow: bytesPerRow,
                device: memory + UInt64(place.offset), deviceBytesPerRow: place.bytesPerRow, width: width,
                rows: place.rect.height), on: stream)
    }

    private func download(from memory: UInt64, on stream: CUDAStream) throws {
        try copy(.fromDevice, output, plan.output, memory, stream)
        try driver.synchronize(stream)
    }

    // MARK: Computing

    /// Launches the kernel for all bands, and waits for the end.
    ///
    /// If the rendering is to be stopped, the fault words are filled on another stream, which ends the kernel's loops.
    private func compute(in memory: UInt64, on stream: CUDAStream) throws {
        let event = try driver.createEvent()
        defer { try? driver.destroy(event) }
        for (index, band) in plan.bands.enumerated() {
            try driver.launch(
                CUDALaunch(
                    function: kernel.function, grid: CUDARunPlan.grid(for: band), block: CUDARunPlan.threads,
                    argument: memory + UInt64(index * plan.blockStride)), on: stream)
        }
        try driver.record(event, on: stream)
        let end = ContinuousClock.now + kernel.limits.time
        var (pause, stop): (UInt32, (any Error)?) = (5, nil)
        while !(try driver.isReached(event)) {
            if stop == nil {
                do { try WorkMeter.current?.check() } catch {
                    stop = error
                    try driver.fill(
                        memory + UInt64(plan.faultOffset), with: 0, count: plan.bands.count,
                        on: kernel.device.controlStream)
                }
            }
            guard ContinuousClock.now < end else {
                throw CUDAError.timedOut(kernel: program.name, limit: kernel.limits.time)
            }
            usleep(pause)
            pause = min(2 * pause, 1000)
        }
        if let stop { throw stop }
    }

    /// Copies the fault words. Throws `KernelRunError.stepBudgetExceeded` for the first band with a fault.
    private func downloadFaults(
        to header: UnsafeMutableRawBufferPointer, from memory: UInt64, on stream: CUDAStream
    ) throws {
        guard let start = header.baseAddress else { return }
        try driver.copy(
            CUDACopy(
                .fromDevice, host: start + plan.faultOffset, device: memory + UInt64(plan.faultOffset),
                byteCount: header.count - plan.faultOffset), on: stream)
        try driver.synchronize(stream)
        for (index, band) in plan.bands.enumerated() {
            let word = header.load(
                fromByteOffset: plan.faultOffset + FaultWord.byteCount * index, as: UInt32.self)
            guard let pixel = FaultWord.pixel(of: word, width: band.width) else { continue }
            throw KernelRunError.stepBudgetExceeded(
                kernel: program.name, file: program.source.file, x: band.x + pixel.column, y: band.y + pixel.row,
                budget: kernel.limits.stepBudget)
        }
    }
}
