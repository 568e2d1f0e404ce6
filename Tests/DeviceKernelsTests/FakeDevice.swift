import DeviceKernels
import ImageGraph
import KernelLanguage
import Pixels
import Synchronization

/// A device whose memory is addresses without contents. It notes works and does nothing.
final class FakeDevice: KernelDevice {
    final class Memory: DeviceMemory {
        let address: UInt64
        let byteCount: Int
        init(_ address: UInt64, _ byteCount: Int) { (self.address, self.byteCount) = (address, byteCount) }
    }

    struct Kernel: DeviceKernel {
        let program: Program
        let layout: KernelLayout
    }

    let name = "Fake"
    let exactness = KernelExactness.equalBits
    private let state = Mutex((next: UInt64(1 << 32), works: [DeviceWork]()))

    var works: [DeviceWork] { state.withLock { $0.works } }

    let overlapsCopies = false

    func supports(_ format: PixelFormat) -> Bool { format == .RGBAf }

    func kernel(for program: Program, layout: KernelLayout) throws -> any DeviceKernel {
        Kernel(program: program, layout: layout)
    }

    func memory(byteCount: Int) throws -> any DeviceMemory {
        guard byteCount < 1 << 40 else { throw DeviceFailure(.outOfMemory, device: name, reason: "too much") }
        return state.withLock { state in
            defer { state.next += UInt64(byteCount + 255) / 256 * 256 }
            return Memory(state.next, byteCount)
        }
    }

    func perform(_ work: DeviceWork) throws { state.withLock { $0.works.append(work) } }
}
