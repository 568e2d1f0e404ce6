import DeviceKernels
import Foundation
import ImageGraph
import Interpreter
import KernelLanguage
import Pixels
import TestSupport

/// Work of a device, and the same steps on rasters, one by one, with the interpreter.
package struct WorkTrial {
    /// An image on the device, and what its pixels should be.
    package struct Image {
        package let image: DeviceImage
        package let model: Raster

        /// Creates an image whose pixels are unspecified.
        package init(_ bounds: PixelRect, format: PixelFormat = .RGBAf, on device: any KernelDevice) throws {
            image = try DeviceImage(bounds: bounds, format: format, on: device)
            model = Raster(bounds: bounds)
        }

        /// Copies a raster to memory in the image's format.
        package func stored(_ raster: Raster, isTopDown: Bool = false) -> PixelView {
            .stored(raster, as: image.pixels.format, isTopDown: isTopDown)
        }
    }

    /// An image as a kernel reads it.
    package struct Input {
        let image: Image?
        let binding: SamplerBinding

        /// Reads an image under an extent, or its bounds. Nil stands for an image without pixels.
        package init(
            _ image: Image?, extent: CGRect? = nil, transform: CGAffineTransform = .identity,
            interpolation: Interpolation = .linear, wrap: WrapMode = .transparent
        ) {
            self.image = image
            let model = image?.model ?? Raster(bounds: .empty)
            binding = SamplerBinding(
                raster: model, extent: extent ?? (image == nil ? .null : model.bounds.cgRect), transform: transform,
                interpolation: interpolation, wrap: wrap)
        }
    }

    package let device: any KernelDevice
    private let formats: [PixelFormat]
    private let prepare: (Program, KernelLayout) throws -> any DeviceKernel
    /// The work so far.
    package private(set) var work = DeviceWork()
    /// For each copy from the device, where it goes and what should be there.
    private var results: [(view: PixelView, expected: Raster)] = []

    /// Maximum number of loop iterations of a pixel.
    package static let budget = 10_000

    /// Formats of images: one of them, several, and all.
    package static let formats: [[PixelFormat]] = [
        [.RGBAf], [.RGBAh], [.BGRA8, .RGBA8], PixelFormat.forDevices,
    ]

    /// Begins without work.
    ///
    /// - Parameters:
    ///   - formats: The formats of images, in turn.
    ///   - prepare: Returns the kernels; by default, the device does.
    package init(
        _ device: any KernelDevice, formats: [PixelFormat] = [.RGBAf],
        prepare: ((Program, KernelLayout) throws -> any DeviceKernel)? = nil
    ) {
        (self.device, self.formats) = (device, formats)
        self.prepare = prepare ?? { try device.kernel(for: $0, layout: $1) }
    }

    /// Returns a kernel of the device.
    package func kernel(_ program: Program, _ layout: KernelLayout) throws -> any DeviceKernel {
        try prepare(program, layout)
    }

    /// Returns an image with random pixels. They are on the device before the work begins.
    package func image(_ bounds: PixelRect, seed: UInt64) throws -> Image {
        let image = try Image(bounds, format: formats[Int(seed) % formats.count], on: device)
        let pixels = image.stored(SamplingCases.image(bounds, seed: seed, special: false))
        pixels.unpack(into: image.model)
        var work = DeviceWork()
        work.uploads = [DeviceWork.Copy(pixels, image.image, bounds)]
        try device.perform(work)
        return image
    }

    // MARK: Steps

    /// Adds a copy to the device. The view's pixels must stay as they are: those of a model may change.
    package mutating func upload(_ view: PixelView, to image: Image, _ region: PixelRect) {
        work.uploads.append(DeviceWork.Copy(view, image.image, region))
        view.window(region).unpack(into: image.model)
    }

    /// Adds a run. The bindings that the device gets have other pixels, which it mustn't read.
    package mutating func run(
        _ text: String, _ arguments: [[Float]] = [], reading inputs: [Input] = [],
        over region: PixelRect, into output: Image
    ) throws {
        let (program, bindings) = (try KernelTestSupport.kernel(text), inputs.map(\.binding))
        let decoys = inputs.map { input in
            var decoy = input.binding
            let blank = Raster(bounds: decoy.pixels.bounds)
            decoy.pixels = input.image?.stored(blank) ?? blank.view
            return decoy
        }
        let layout = KernelLayout(describing: decoys, output: output.image.pixels.format)
        let (scalars, kernel) = (KernelArguments(components: arguments), try prepare(program, layout))
        work.runs.append(
            DeviceRun(
                kernel, arguments: scalars, images: decoys, pixels: inputs.map { $0.image?.image }, region: region,
                output: output.image, stepBudget: Self.budget))
        if region.isEmpty { return }
        let result = Raster(bounds: region)
        try InterpreterBackend(stepBudget: Self.budget).prepare(program)
            .run(arguments: scalars, images: bindings, region: region, output: result)
        if layout.output == .RGBAf {
            output.model.copy(from: result)
        } else {
            output.stored(result).unpack(into: output.model)
        }
    }

    /// Adds a copy from the device. Other pixels of the view must stay as they are.
    package mutating func download(_ image: Image, _ region: PixelRect, to view: PixelView) {
        work.downloads.append(DeviceWork.Copy(view, image.image, region))
        let expected = Raster(bounds: view.bounds)
        view.unpack(into: expected)
        expected.copy(from: image.model.window(region))
        results.append((view, expected))
    }

    // MARK: Results

    /// Performs the work, and returns the differences of what it copied from the device, and of the images.
    package func differences(_ images: [Image] = []) throws -> [String] {
        try device.perform(work)
        var differences: [String] = []
        for (index, (view, expected)) in results.enumerated() {
            let result = Raster(bounds: view.bounds)
            view.unpack(into: result)
            differences += self.differences(result, expected, "copy \(index)")
        }
        for (index, image) in images.enumerated() {
            differences += self.differences(try pixels(of: image), image.model, "image \(index)")
        }
        return differences
    }

    /// Copies all pixels of an image from the device.
    package func pixels(of image: Image) throws -> Raster {
        let view = image.stored(Raster(bounds: image.model.bounds))
        var work = DeviceWork()
        work.downloads = [DeviceWork.Copy(view, image.image, view.bounds)]
        try device.perform(work)
        return view.unpacked
    }

    private func differences(_ result: Raster, _ expected: Raster, _ name: String) -> [String] {
        var differences: [String] = []
        for y in expected.bounds.y..<expected.bounds.maxY {
            for x in expected.bounds.x..<expected.bounds.maxX {
                let (a, b) = (result[x, y], expected[x, y])
                if (0..<4).allSatisfy({ device.exactness.allows(a[$0], for: b[$0]) }) { continue }
                differences.append("\(name), (\(x), \(y)): \(a), not \(b)")
            }
        }
        return Array(differences.prefix(3))
    }
}
