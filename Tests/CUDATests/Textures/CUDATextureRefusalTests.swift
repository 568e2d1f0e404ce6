import DeviceKernels
import Pixels
import Testing

@testable import CUDA

/// What can't be a texture, and the remedies that errors state.
@Suite struct CUDATextureRefusalTests {
    /// Returns the reason why there is no texture.
    private static func reason(
        _ memory: TextureMemory, _ device: CUDADevice, width: Int = 4, height: Int = 3, format: PixelFormat = .RGBAf
    ) throws -> String {
        let failure = try #require(throws: DeviceFailure.self) {
            try device.texture(memory, width: width, height: height, format: format)
        }
        #expect(failure.kind == .unsupported && failure.device == "Simulated")
        return failure.reason
    }

    @Test func sizesAndFormats() throws {
        let simulation = SimulatedDevice()
        let device = try CUDADevice(simulation)
        let address = simulation.applicationMemory(byteCount: 4096)
        let calls = simulation.calls.count
        let memory = TextureMemory.cudaMemory(address, bytesPerRow: 64, stream: 0)
        #expect(
            try Self.reason(memory, device, format: PixelFormat(.rgb, .uint8))
                == "textures have no pixels of the format RGB8; use one of RGBA8, RGBA16, RGBAh, RGBAf, BGRA8")
        for (width, height) in [(0, 3), (4, 0), (-1, 3), (4, .min)] {
            #expect(
                try Self.reason(memory, device, width: width, height: height)
                    == "a texture of \(width) × \(height) pixels is empty; give its width and height")
        }
        #expect(try Self.reason(.vulkanBuffer(1, offset: 0, bytesPerRow: 64), device).contains("; open the Vulkan"))
        #expect(try Self.reason(.vulkanImage(1, layout: 0), device).contains("; open the Vulkan device"))
        #expect(
            try Self.reason(.fileDescriptor(1, offset: 0, bytesPerRow: 64), device)
                .contains("; give the memory's address after cuImportExternalMemory"))
        #expect(simulation.calls.count == calls)
    }

    @Test func addressesAndRows() throws {
        let simulation = SimulatedDevice()
        let device = try CUDADevice(simulation)
        let address = simulation.applicationMemory(byteCount: 4096)
        let calls = simulation.calls.count
        func reason(_ offset: UInt64, _ bytesPerRow: Int, _ width: Int = 4, _ height: Int = 3) throws -> String {
            try Self.reason(
                .cudaMemory(address + offset, bytesPerRow: bytesPerRow, stream: 0), device, width: width,
                height: height)
        }
        #expect(
            try Self.reason(.cudaMemory(0, bytesPerRow: 64, stream: 0), device)
                == "the CUdeviceptr is null; give one of cuMemAlloc")
        #expect(
            try reason(8, 64)
                == "the address \(CUDATextureStream.text(address + 8)) isn't a multiple of 16 bytes, which RGBAf "
                + "requires; move the pixels")
        // Too short, not aligned, in the other direction, none, too long.
        for bytesPerRow in [48, 72, -64, 0, 1 << 31, .max, .min] {
            #expect(
                try reason(0, bytesPerRow)
                    == "rows of 4 pixels can't be \(bytesPerRow) bytes apart; give a multiple of 16 bytes that a row "
                    + "fits in, up to 2147483647")
        }
        #expect(try reason(0, 64, .max).hasPrefix("rows of 9223372036854775807 pixels can't be 64 bytes apart"))
        #expect(
            try reason(0, 64, 4, .max)
                == "the texture is larger than any memory; give its width and height in pixels")
        #expect(simulation.calls.count == calls)
    }

    @Test func otherMemory() throws {
        let simulation = SimulatedDevice()
        let device = try CUDADevice(simulation)
        let address = simulation.applicationMemory(byteCount: 4096)
        let text = CUDATextureStream.text(address)
        let memory = TextureMemory.cudaMemory(address, bytesPerRow: 64, stream: 0)
        func reason(_ change: @escaping @Sendable (inout CUDAMemoryDescription) -> Void) throws -> String {
            simulation.configure { $0.describeMemory = change }
            defer { simulation.configure { $0.describeMemory = { _ in } } }
            return try Self.reason(memory, device)
        }
        #expect(
            try Self.reason(.cudaMemory(0x1000, bytesPerRow: 64, stream: 0), device)
                == "kernels can't access memory at 0x1000; give memory of cuMemAlloc")
        #expect(
            try reason { $0.deviceAddress = 0x5000 }
                == "\(text) is an address of the process; give the device's, 0x5000")
        #expect(
            try reason { $0.device = 3 }
                == "the memory at \(text) is that of device 3, not 0; copy the pixels, or open that device")
        #expect(
            try reason { $0.context = CUDAContext(bits: 99) }
                == "the memory at \(text) is of another context; open the device with that context")
        // The last of three rows has no space behind it: 2 · 64 + 64 bytes.
        let tooShort = try reason { $0.byteCount = 191 }
        #expect(
            tooShort
                == "a texture of 192 bytes at \(text) ends outside its memory, which has 191 bytes from \(text); "
                + "allocate as many as it needs")
        simulation.configure { $0.describeMemory = { ($0.context, $0.device, $0.byteCount) = (nil, nil, 192) } }
        _ = try device.texture(memory, width: 4, height: 3, format: .RGBAf)
        #expect(simulation.leftovers == ["1 contexts", "1 streams"] && simulation.violations == [])
    }

    @Test func arrays() throws {
        let simulation = SimulatedDevice()
        let device = try CUDADevice(simulation)
        func reason(
            _ width: Int, _ height: Int, _ depth: Int, _ format: UInt32, _ channels: Int, as pixels: PixelFormat
        ) throws -> String? {
            let array = simulation.applicationArray(
                CUDAArrayDescription(
                    width: width, height: height, depth: depth, format: format, channels: channels, flags: 0),
                bytesPerPixel: pixels.pixelStride)
            do {
                _ = try device.texture(.cudaArray(array, stream: 0), width: 4, height: 3, format: pixels)
                return nil
            } catch let failure as DeviceFailure {
                #expect(failure.kind == .unsupported)
                return failure.reason.replacing(CUDATextureStream.text(array), with: "A")
            }
        }
        let flat = "the CUarray A isn't two-dimensional; give one with a height and without depth"
        #expect(try reason(4, 0, 0, 0x20, 4, as: .RGBAf) == flat && reason(4, 3, 2, 0x20, 4, as: .RGBAf) == flat)
        for (width, height) in [(5, 3), (4, 4), (3, 4)] {
            #expect(
                try reason(width, height, 0, 0x20, 4, as: .RGBAf)
                    == "the CUarray A has \(width) × \(height) pixels, not 4 × 3; give its own width and height")
        }
        // `CUarray_format` of NVIDIA's manual: unsigned and normalised integers, half and float.
        let formats: [UInt32: [PixelFormat]] = [
            1: [.RGBA8, .BGRA8], 0xc2: [.RGBA8, .BGRA8], 2: [.RGBA16], 0xc5: [.RGBA16], 0x10: [.RGBAh],
            0x20: [.RGBAf], 3: [], 8: [], 9: [], 0xc0: [], 0xc8: [],
        ]
        for (format, names) in formats {
            for pixels in PixelFormat.forDevices {
                let found = try reason(4, 3, 0, format, 4, as: pixels)
                #expect((found == nil) == names.contains(pixels), "\(format) as \(pixels.name): \(found ?? "")")
            }
        }
        let channels = try reason(4, 3, 0, 0x10, 2, as: .RGBAh)
        #expect(
            channels
                == "the CUarray A has 2 channels of CUarray_format 0x10, which aren't RGBAh; give the format that it "
                + "has")
        #expect(
            try Self.reason(.cudaArray(0, stream: 0), device) == "the CUarray is null; give one of cuArrayCreate")
        #expect(
            try Self.reason(.cudaArray(0x1234, stream: 0), device)
                == "there is no CUarray 0x1234 in the device's context; give one that exists")
        #expect(simulation.leftovers == ["1 contexts", "1 streams"] && simulation.violations == [])
    }

    @Test func streams() throws {
        let simulation = SimulatedDevice()
        let device = try CUDADevice(simulation)
        let address = simulation.applicationMemory(byteCount: 4096)
        func memory(_ stream: UInt) -> TextureMemory { .cudaMemory(address, bytesPerRow: 64, stream: stream) }
        #expect(
            try Self.reason(memory(2), device)
                == "CU_STREAM_PER_THREAD is another stream on the thread that renders; give a stream of cuStreamCreate")
        #expect(
            try Self.reason(memory(0xabc), device) == "there is no CUstream 0xabc; give one that exists")
        let other = simulation.applicationStream(of: CUDAContext(bits: 99))
        #expect(
            try Self.reason(memory(other), device)
                == "the CUstream \(CUDATextureStream.text(other)) is of another context; give one of the context with "
                + "which the device was opened")
        #expect(simulation.leftovers == ["1 contexts", "1 streams"] && simulation.violations == [])
    }
}
