import DeviceKernels
import KernelTestSupport
import Pixels
import Synchronization

@testable import Rendering

/// A texture in memory of this process that stands for a device's, with space between rows, which run from the top
/// down.
final class SimulatedTexture: DeviceTexture {
    enum Call: Hashable {
        case beginReading, beginWriting
        case endWriting(PixelRect)
    }

    let device: any KernelDevice
    let width: Int
    let height: Int
    let format: PixelFormat
    private let image: DeviceImage
    private let failure: DeviceFailure?
    private let made = Mutex<[Call]>([])

    /// - Parameter failure: What every access throws; nil if accesses succeed.
    init(
        _ width: Int, _ height: Int, _ format: PixelFormat = .RGBAf, on device: any KernelDevice,
        failure: DeviceFailure? = nil, pixel: (Int, Int) -> SIMD4<Float> = Noise.pixel
    ) {
        (self.width, self.height, self.format, self.device, self.failure) = (width, height, format, device, failure)
        let bytesPerRow = width * format.pixelStride + 32
        let memory = HostMemory(byteCount: bytesPerRow * height)
        image = DeviceImage(
            memory,
            DevicePixels(
                bounds: PixelRect(0, 0, width, height), format: format,
                address: memory.address + UInt64(bytesPerRow * (height - 1)), bytesPerRow: -bytesPerRow))
        let raster = Raster(bounds: image.pixels.bounds)
        for (x, y) in raster.bounds.coordinates { raster[x, y] = pixel(x, y) }
        image.hostView.write(raster)
    }

    var calls: [Call] { made.withLock { $0 } }
    var pixels: Raster { image.hostFloats }

    private func note(_ call: Call) throws {
        made.withLock { $0.append(call) }
        if let failure { throw failure }
    }

    func beginReading() throws -> DeviceImage {
        try note(.beginReading)
        return image
    }

    func beginWriting() throws -> DeviceImage {
        try note(.beginWriting)
        return image
    }

    func endWriting(_ image: DeviceImage, _ region: PixelRect) throws { try note(.endWriting(region)) }

    func sharesMemory(with other: any DeviceTexture) -> Bool { other === self }
}
