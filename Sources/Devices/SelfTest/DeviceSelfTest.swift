import DeviceKernels
import ImageGraph
import Interpreter
import KernelLanguage
import Pixels

/// Runs kernels on a device and compares the results with the interpreter's, so that a broken driver is found before
/// it spoils pictures.
package struct DeviceSelfTest: Sendable {
    /// What was found.
    package struct Outcome: Sendable, Hashable {
        /// The number of kernels with right results.
        package var passed = 0
        /// For each other kernel, its name and what is wrong.
        package var failures: [String] = []
    }

    private static let bounds = PixelRect(x: -7, y: -3, width: 61, height: 33)
    private static let other = PixelRect(x: -2, y: 1, width: 40, height: 50)
    private static let stepBudget = 10_000

    let device: any KernelDevice

    /// Creates a test of a device.
    package init(_ device: any KernelDevice) { self.device = device }

    /// Runs all kernels. Errors are among the failures.
    package func run() -> Outcome {
        var outcome = Outcome()
        func note(_ name: String, _ problem: () throws -> String?) {
            do {
                if let problem = try problem() {
                    outcome.failures.append("\(name): \(problem)")
                } else {
                    outcome.passed += 1
                }
            } catch {
                outcome.failures.append("\(name): \(error)")
            }
        }
        for test in DeviceTestKernel.all { note(test.name) { try problem(with: test) } }
        for format in formats { note("pixels as \(format.name)") { try problem(with: format) } }
        return outcome
    }

    /// The formats beside floats that the device reads, most of which it also writes.
    var formats: [PixelFormat] {
        [.RGBA8, .BGRA8, .RGBA16, .RGBAh, .R8, .RG8, .R16, .RG16, .Rh, .RGh].filter { device.canRead($0) }
    }

    /// Returns what is wrong with a kernel's results; nil if nothing is.
    private func problem(with test: DeviceTestKernel) throws -> String? {
        let result = KernelCompiler.compile(KernelSource(text: test.text))
        guard let program = result.kernels.first else {
            throw KernelCompilationError(source: result.source, diagnostics: result.diagnostics)
        }
        let images = [Self.image(Self.bounds), Self.image(Self.other)].prefix(program.samplerCount)
        let bindings = images.map {
            SamplerBinding(
                raster: $0, extent: $0.bounds.cgRect, transform: test.transform, interpolation: test.interpolation,
                wrap: test.wrap)
        }
        let layout = KernelLayout(
            images: bindings.map {
                ImageLayout(
                    format: .RGBAf, interpolation: $0.interpolation, wrap: $0.wrap,
                    isAligned: $0.transform.wholePixelTranslation != nil)
            }, output: .RGBAf)
        let arguments = KernelArguments(components: program.parameters.map { $0.type.isImage ? [] : test.argument })
        let expected = Raster(bounds: Self.bounds)
        let computed = Raster(bounds: Self.bounds)
        let defined = Result {
            try InterpreterBackend(stepBudget: Self.stepBudget).prepare(program, layout: layout)
                .run(arguments: arguments, images: bindings, region: Self.bounds, output: expected.view)
        }
        let own = Result {
            try runOnDevice(program, layout, arguments, bindings, Array(images), into: computed)
        }
        switch (defined, own) {
        case (.success, .success): return difference(expected, computed, instructions: program.instructionCount)
        case (.failure(let one as KernelRunError), .failure(let other as KernelRunError)):
            return "\(one)" == "\(other)" ? nil : "the error is '\(other)', and should be '\(one)'"
        case (.failure(let error), .success): return "there is no error, and should be: \(error)"
        case (_, .failure(let error)): throw error
        }
    }

    private func runOnDevice(
        _ program: Program, _ layout: KernelLayout, _ arguments: KernelArguments, _ bindings: [SamplerBinding],
        _ images: [Raster], into output: Raster
    ) throws {
        let kernel = try device.kernel(for: program, layout: layout)
        let result = try DeviceImage(bounds: output.bounds, format: .RGBAf, on: device)
        var work = DeviceWork()
        var pixels: [DeviceImage?] = []
        for image in images {
            let copy = try DeviceImage(bounds: image.bounds, format: .RGBAf, on: device)
            work.uploads.append(DeviceWork.Copy(image.view, copy, image.bounds))
            pixels.append(copy)
        }
        work.runs = [
            DeviceRun(
                kernel, arguments: arguments, images: bindings, pixels: pixels, region: output.bounds, output: result,
                stepBudget: Self.stepBudget)
        ]
        work.downloads = [DeviceWork.Copy(output.view, result, output.bounds)]
        try device.perform(work)
    }

    /// Returns the first difference that the device's exactness doesn't allow.
    private func difference(_ expected: Raster, _ computed: Raster, instructions: Int) -> String? {
        let exactness: KernelExactness =
            switch device.exactness {
            case .equalBits: .equalBits
            // Errors of single instructions add up.
            case .bounded(let bound): .bounded(by: bound * Float(max(1, instructions)))
            }
        for y in expected.bounds.y..<expected.bounds.maxY {
            for x in expected.bounds.x..<expected.bounds.maxX {
                for channel in 0..<4 where !exactness.allows(computed[x, y][channel], for: expected[x, y][channel]) {
                    return
                        "component \(channel) of the pixel at (\(x), \(y)) is \(computed[x, y][channel]), and should "
                        + "be \(expected[x, y][channel])"
                }
            }
        }
        return nil
    }

    /// Pixels that differ everywhere, with colours below 0 and above 1.
    private static func image(_ bounds: PixelRect) -> Raster {
        let raster = Raster(bounds: bounds)
        for y in bounds.y..<bounds.maxY {
            for x in bounds.x..<bounds.maxX {
                let (u, v) = (Float((x * 37 + y * 11) & 127) / 100, Float((x * 5 + y * 71) & 63) / 50)
                raster[x, y] = SIMD4(u - 0.125, v, u * v, (u + v) / 3)
            }
        }
        return raster
    }
}
