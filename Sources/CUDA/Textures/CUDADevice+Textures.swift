import DeviceKernels
import Pixels

extension CUDADevice {
    /// Returns memory of CUDA as a texture, in which kernels read and write, or an array, whose pixels are copied.
    package func texture(
        _ memory: TextureMemory, width: Int, height: Int, format: PixelFormat
    ) throws -> any DeviceTexture {
        guard supports(format) else {
            let names = PixelFormat.forDevices.map(\.name).joined(separator: ", ")
            throw refusal("textures have no pixels of the format \(format.name); use one of \(names)")
        }
        guard width > 0, height > 0 else {
            throw refusal("a texture of \(width) × \(height) pixels is empty; give its width and height")
        }
        return try reportingFailures {
            let bounds = PixelRect(x: 0, y: 0, width: width, height: height)
            switch memory {
            case .cudaMemory(let address, let bytesPerRow, let stream):
                return try CUDAMemoryTexture(
                    address, bytesPerRow: bytesPerRow, bounds, format, stream: CUDATextureStream(stream, of: self))
            case .cudaArray(let array, let stream):
                return try CUDAArrayTexture(array, bounds, format, stream: CUDATextureStream(stream, of: self))
            case .vulkanBuffer, .vulkanImage:
                throw refusal(
                    "it has no handles of Vulkan; open the Vulkan device, or give the memory's address after "
                        + "cuImportExternalMemory")
            case .fileDescriptor:
                throw refusal(
                    "it opens no file descriptors; give the memory's address after cuImportExternalMemory and "
                        + "cuExternalMemoryGetMappedBuffer")
            }
        }
    }

    /// The refusal of a texture. The reason ends with the remedy.
    func refusal(_ reason: String) -> DeviceFailure {
        DeviceFailure(.unsupported, device: description.name, reason: reason)
    }

    /// Whether memory is this device's: of its pool, or an application's.
    func owns(_ memory: any DeviceMemory) -> Bool {
        switch memory {
        case let memory as CUDAMemory: memory.pool === pool
        case let memory as CUDATextureMemory: memory.opened === opened
        default: false
        }
    }
}
