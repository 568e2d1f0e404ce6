import DeviceKernels
import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels

@testable import CUDA

/// An application's texture on a simulated device, and the bytes that it should have.
final class TextureTrial {
    /// What the texture consists of.
    enum Kind: CaseIterable, Sendable { case memory, array }

    let simulation: SimulatedDevice
    let device: CUDADevice
    let kind: Kind
    let bounds: PixelRect
    let format: PixelFormat
    /// The bytes between rows.
    let bytesPerRow: Int
    /// Where the pixels begin in the application's memory.
    let offset: Int
    /// The application's stream.
    let stream: UInt
    /// The address of the application's memory, or the array.
    let handle: UInt
    let texture: any DeviceTexture
    /// The bytes that the memory or the array should have.
    var expected: [UInt8]

    /// Creates a texture with random pixels. The stream's work writes them, so nobody who doesn't wait sees them.
    init(
        _ simulation: SimulatedDevice, _ device: CUDADevice, _ kind: Kind, width: Int, height: Int,
        format: PixelFormat = .RGBAf, padding: Int = 0, offset: Int = 0, seed: UInt64 = 1, legacyStream: UInt? = nil
    ) throws {
        (self.simulation, self.device, self.kind, self.format) = (simulation, device, kind, format)
        (bounds, self.offset) = (PixelRect(x: 0, y: 0, width: width, height: height), offset)
        bytesPerRow = width * format.pixelStride + padding
        stream = legacyStream ?? simulation.applicationStream(of: device.opened.context)
        let byteCount = bytesPerRow * height + offset
        let memory: TextureMemory
        switch kind {
        case .memory:
            let start = simulation.applicationMemory(byteCount: byteCount)
            handle = UInt(start)
            memory = .cudaMemory(start + UInt64(offset), bytesPerRow: bytesPerRow, stream: stream)
        case .array:
            handle = simulation.applicationArray(
                CUDAArrayDescription(
                    width: width, height: height, depth: 0, format: Self.arrayFormat(format), channels: 4, flags: 0),
                bytesPerPixel: format.pixelStride)
            memory = .cudaArray(handle, stream: stream)
        }
        texture = try device.texture(memory, width: width, height: height, format: format)
        expected = Array(repeating: 0xa5, count: byteCount)
        write(SamplingCases.image(bounds, seed: seed, special: false))
        let (bytes, kind, handle) = (expected, kind, handle)
        simulation.work(on: stream == 1 ? 0 : stream) { state in
            switch kind {
            case .memory: UnsafeMutableRawPointer(bitPattern: handle)?.copyMemory(from: bytes, byteCount: bytes.count)
            case .array: state.arrays[handle]?.bytes = bytes
            }
        }
    }

    /// The type of channels of an array, from NVIDIA's manual.
    static func arrayFormat(_ format: PixelFormat) -> UInt32 {
        switch format {
        case .RGBA16: 2
        case .RGBAh: 0x10
        case .RGBAf: 0x20
        default: 1
        }
    }

    /// The bytes that the application sees, without waiting for anything.
    var bytes: [UInt8] {
        switch kind {
        case .memory: Array(UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: handle), count: expected.count))
        case .array: simulation.configure { [handle] state in state.arrays[handle]?.bytes ?? [] }
        }
    }

    /// The pixels that the texture should have.
    var model: Raster { withExpected { $0.unpacked } }

    /// Changes the pixels that the texture should have.
    func write(_ raster: Raster) { withExpected { $0.write(raster) } }

    private func withExpected<Result>(_ body: (PixelView) -> Result) -> Result {
        let (bounds, format, bytesPerRow, offset) = (bounds, format, bytesPerRow, offset)
        return expected.withUnsafeMutableBytes { bytes in
            body(
                PixelView(
                    topLeft: bytes.baseAddress! + offset, bounds: bounds, format: format, bytesPerRow: bytesPerRow,
                    keeping: nil))
        }
    }

    // MARK: Renderings

    static let shift = """
        kernel vec4 shift(sampler s) {
            return sample(s, samplerTransform(s, destCoord() + vec2(1.0, -2.0))).bgra * 0.5;
        }
        """

    /// Renders a texture into a region of this one, and notes what should be there.
    func render(_ source: TextureTrial, _ region: PixelRect) throws {
        let input = try source.texture.beginReading()
        let output = try texture.beginWriting()
        try run(input, source, output, region)
        try texture.endWriting(output, region)
    }

    /// Runs `shift`, and notes the pixels.
    func run(_ input: DeviceImage, _ source: TextureTrial, _ output: DeviceImage, _ region: PixelRect) throws {
        let (program, model) = (try kernel(Self.shift), source.model)
        let decoy = SamplerBinding(
            pixels: .stored(Raster(bounds: model.bounds), as: source.format, isTopDown: false),
            extent: model.bounds.cgRect)
        let layout = KernelLayout(describing: [decoy], output: format)
        try SimulatedKernel(program, layout).register(in: simulation)
        var work = DeviceWork()
        work.runs = [
            DeviceRun(
                try device.kernel(for: program, layout: layout), arguments: KernelArguments(components: [[]]),
                images: [decoy], pixels: [input], region: region, output: output, stepBudget: 1000)
        ]
        try device.perform(work)
        let image = SamplerBinding(raster: model, extent: model.bounds.cgRect)
        write(try Pictures.interpreted(program, [[]], [image], region))
    }
}
