import CVulkan
import DeviceKernels
import Foundation
import ImageGraph
import KernelLanguage
import Pixels
import SPIRV

/// A kernel on a Vulkan device. Thread-safe.
///
/// A run copies the images' pixels to the device's memory, computes the region in one dispatch, and copies the result
/// back. A rendering's deadline ends it, but its loop iterations aren't counted by `WorkMeter`: only the step budget of
/// each pixel bounds them.
package final class VulkanKernel: PreparedKernel {
    private let program: Program
    private let layout: KernelLayout
    private let device: VulkanDevice
    private let block: ParameterBlockLayout
    private let pipeline: ComputePipeline
    private let stepBudget: Int

    /// How closely results follow the definitions of instructions.
    package static var exactness: KernelExactness { SPIRVKernel.exactness }

    /// Milliseconds between checks whether a rendering was stopped.
    private static let checkInterval = 10
    /// Milliseconds that a device has for ending a run that was stopped, and those that were submitted before.
    private static let grace = 30_000

    /// Compiles a validated program. Throws `SPIRVEmissionError` or `VulkanError` if that isn't possible.
    package init(_ program: Program, layout: KernelLayout, on device: VulkanDevice, stepBudget: Int) throws {
        try device.logical.requireWorking()
        let kernel = try SPIRVKernel(program, layout: layout, controls: device.description.floatControls)
        pipeline = try ComputePipeline(kernel, device.logical, cache: device.pipelines)
        (self.program, self.layout, self.device, self.stepBudget) = (program, layout, device, stepBudget)
        block = kernel.block
    }

    package func run(
        arguments: KernelArguments, images: [SamplerBinding], region: PixelRect, output: PixelView
    ) throws {
        try program.validateCall(arguments, images, region, output)
        guard output.format == layout.output else {
            throw DeviceKernelError.wrongOutputFormat(kernel: program.name)
        }
        if region.isEmpty { return }
        let (columns, rows) = try workgroups(region)
        let readable = images.map { SamplerGeometry($0).readable }
        let name = device.description.name
        guard
            let places = RunLayout(
                blockByteCount: block.byteCount, readable: readable, region: region, format: .RGBAf)
        else { throw VulkanError.outOfMemory(device: name, needed: .max, limit: .max) }
        let pixels = try device.pixelMemory.range(byteCount: places.byteCount)
        let shared =
            device.usesSharedMemory ? pixels : try device.sharedMemory.range(byteCount: places.byteCount)
        let fault = try device.sharedMemory.range(byteCount: FaultWord.byteCount)
        guard let bytes = shared.bytes, let word = fault.bytes?.baseAddress else {
            throw VulkanError.callFailed(
                VulkanCallFailure(function: "vkMapMemory", code: VK_ERROR_MEMORY_MAP_FAILED.rawValue))
        }
        let call = DeviceKernelCall(
            arguments: arguments, images: images,
            pixels: zip(images, zip(readable, places.images)).map { image, place in
                DevicePixels(
                    bounds: place.0, format: image.pixels.format, address: pixels.address + UInt64(place.1),
                    bytesPerRow: place.0.width * image.pixels.format.pixelStride)
            }, region: region,
            output: DevicePixels(
                bounds: region, format: layout.output, address: pixels.address + UInt64(places.output),
                bytesPerRow: places.outputBytesPerRow), stepBudget: stepBudget, fault: fault.address)
        try block.write(
            call, of: program, layout: layout, address: pixels.address,
            to: UnsafeMutableRawBufferPointer(rebasing: bytes[..<block.byteCount]))
        for index in images.indices {
            Self.view(readable[index], images[index].pixels.format, bytes, places.images[index])
                .copyRows(from: images[index].pixels)
        }
        word.storeBytes(of: FaultWord.none, as: UInt32.self)
        try device.withRecorder { recorder in
            try recorder.submit { recorder in
                if pixels !== shared {
                    recorder.copy(shared, to: pixels, bytes: 0..<places.output)
                    recorder.handOver(from: .transfer, to: .kernel)
                }
                recorder.dispatch(pipeline, block: pixels.address, columns: columns, rows: rows)
                if pixels !== shared {
                    recorder.handOver(from: .kernel, to: .transfer)
                    recorder.copy(pixels, to: shared, bytes: places.output..<places.byteCount)
                    recorder.handOver(from: .transfer, to: .host)
                }
                recorder.handOver(from: .kernel, to: .host)
            }
            try wait(recorder, word)
        }
        try checkFault(word.load(as: UInt32.self), region)
        output.window(region).copyRows(from: Self.view(region, layout.output, bytes, places.output))
        withExtendedLifetime((images, output, pixels, shared, fault)) {}
    }

    /// Returns the number of workgroups for a region.
    private func workgroups(_ region: PixelRect) throws(VulkanError) -> (columns: Int, rows: Int) {
        let (width, height) = SPIRVKernel.workgroup
        let (columns, rows) = ((region.width - 1) / width + 1, (region.height - 1) / height + 1)
        let most = device.description.maximumWorkgroups
        guard columns <= most.columns, rows <= most.rows else {
            throw .regionTooLarge(kernel: program.name, limit: min(most.columns * width, most.rows * height))
        }
        return (columns, rows)
    }

    private static func view(
        _ bounds: PixelRect, _ format: PixelFormat, _ bytes: UnsafeMutableRawBufferPointer, _ offset: Int
    ) -> PixelView {
        // The memory isn't empty, as it begins with the parameter block.
        PixelView(
            bounds: bounds, format: format, base: bytes.baseAddress! + offset,
            bytesPerRow: bounds.width * format.pixelStride, keeping: nil)
    }

    // MARK: Waiting

    /// Waits until a run has ended. A rendering that is stopped, or takes too long, ends the run's loops.
    private func wait(_ recorder: CommandRecorder, _ word: UnsafeMutableRawPointer) throws {
        let meter = WorkMeter.current
        let start = ContinuousClock.now
        while try !recorder.wait(milliseconds: Self.checkInterval) {
            do {
                try meter?.check()
                guard ContinuousClock.now - start < device.timeLimit else {
                    throw VulkanError.runStopped(
                        kernel: program.name, seconds: Int(device.timeLimit.components.seconds))
                }
            } catch {
                // Loops end when the word isn't `none`.
                word.storeBytes(of: 0, as: UInt32.self)
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

    private func checkFault(_ word: UInt32, _ region: PixelRect) throws(KernelRunError) {
        guard let pixel = FaultWord.pixel(of: word, width: region.width) else { return }
        throw .stepBudgetExceeded(
            kernel: program.name, file: program.source.file, x: region.x + pixel.column, y: region.y + pixel.row,
            budget: stepBudget)
    }
}

extension PixelView {
    /// Copies the rows of the pixels of this view from a view of the same format that contains them.
    fileprivate func copyRows(from source: PixelView) {
        guard !bounds.isEmpty else { return }
        for y in bounds.y..<bounds.maxY {
            row(y).copyMemory(from: source.pixel(bounds.x, y), byteCount: bounds.width * format.pixelStride)
        }
    }
}
