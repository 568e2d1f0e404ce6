import DeviceKernels
import ImageGraph
import KernelLanguage
import Pixels

/// The runs of kernels that a pass consists of.
extension DeviceExecution {
    /// Returns the run of a step's kernel.
    func run(
        _ bound: BoundKernel, _ inputs: [DeviceImage?], _ region: PixelRect, _ output: DeviceImage
    ) throws -> DeviceRun {
        var bindings = bound.samplers
        for index in bindings.indices { bindings[index].pixels = .outline(of: inputs[index]) }
        let layout = bound.layout(formats: bindings.map(\.pixels.format), output: output.pixels.format)
        return DeviceRun(
            try kernel(for: bound.program, layout), arguments: bound.arguments, images: bindings,
            pixels: Array(inputs.prefix(bindings.count)), region: region, output: output,
            stepBudget: rendering.stepBudget)
    }

    /// Adds the runs of an operator's kernels, with memory for all results but the last. They are floats.
    func append(
        _ composed: any KernelComposedOperator, _ inputs: [DeviceImage?], _ region: PixelRect, _ output: DeviceImage,
        to work: inout DeviceWork
    ) throws {
        if output.pixels.format != .RGBAf {
            let floats = try DeviceImage(bounds: region, format: .RGBAf, on: device)
            try append(composed, inputs, region, floats, to: &work)
            return work.runs.append(try device.copy(floats, region, to: output))
        }
        let runs: [OperatorRun]
        do { runs = try composed.kernelRuns(for: region) } catch {
            throw RenderingError.operatorFailed(name: composed.name, underlying: error)
        }
        var memory = OperatorMemory(runs, device)
        var results: [DeviceImage] = []
        for (index, run) in runs.enumerated() {
            let result = index == runs.count - 1 ? output : try memory.image(run.region)
            if !run.region.isEmpty { try append(run, inputs, results, result, to: &work) }
            results.append(result)
            memory.release(after: index, results)
        }
    }

    /// Adds a run, and the copies of its tables.
    ///
    /// - Parameter results: Those of the runs before it.
    func append(
        _ run: OperatorRun, _ inputs: [DeviceImage?], _ results: [DeviceImage], _ output: DeviceImage,
        to work: inout DeviceWork
    ) throws {
        var (bindings, pixels) = ([SamplerBinding](), [DeviceImage?]())
        for image in run.images {
            let own: DeviceImage?
            switch image.source {
            case .input(let number): own = inputs[number]
            case .run(let number): own = results[number]
            case .table(let numbers):
                let table = try DeviceImage(bounds: numbers.bounds, format: .RGBAf, on: device)
                work.uploads.append(DeviceWork.Copy(numbers.view, table, numbers.bounds))
                own = table
            }
            bindings.append(
                SamplerBinding(
                    pixels: .outline(of: own), extent: image.extent, interpolation: .nearest, wrap: image.wrap))
            pixels.append(own)
        }
        let layout = KernelLayout(
            images: bindings.map {
                ImageLayout(format: $0.pixels.format, interpolation: .nearest, wrap: $0.wrap, isAligned: true)
            }, output: output.pixels.format)
        work.runs.append(
            DeviceRun(
                try kernel(for: run.program, layout), arguments: run.arguments, images: bindings, pixels: pixels,
                region: run.region, output: output, stepBudget: rendering.stepBudget))
    }

    private func kernel(for program: Program, _ layout: KernelLayout) throws -> any DeviceKernel {
        do { return try device.kernel(for: program, layout: layout) } catch let failure as DeviceFailure {
            throw failure
        } catch {
            throw RenderingError.kernelFailed(kernel: program.name, underlying: error)
        }
    }
}
