import DeviceKernels
import ImageGraph
import KernelLanguage
import Pixels
import Synchronization

@testable import Rendering

/// Another device, whose copies are counted.
final class RecordingDevice: KernelDevice {
    /// What has crossed between memory and the device.
    struct Traffic: Hashable {
        var works = 0
        /// Bytes that were copied to the device and from it.
        var uploaded = 0
        var downloaded = 0
        /// The formats of what was copied.
        var formats: Set<PixelFormat> = []
    }

    private let device: any KernelDevice
    private let state = Mutex(Traffic())

    init(_ device: any KernelDevice) { self.device = device }

    var traffic: Traffic { state.withLock { $0 } }

    var name: String { device.name }
    var exactness: KernelExactness { device.exactness }
    var overlapsCopies: Bool { device.overlapsCopies }
    func canRead(_ format: PixelFormat) -> Bool { device.canRead(format) }
    func supports(_ format: PixelFormat) -> Bool { device.supports(format) }
    func kernel(for program: Program, layout: KernelLayout) throws -> any DeviceKernel {
        try device.kernel(for: program, layout: layout)
    }
    func memory(byteCount: Int) throws -> any DeviceMemory { try device.memory(byteCount: byteCount) }

    func perform(_ work: DeviceWork) throws {
        func bytes(_ copies: [DeviceWork.Copy]) -> Int {
            copies.reduce(0) { $0 + $1.region.byteCount(in: $1.view.format) }
        }
        state.withLock {
            $0.works += 1
            $0.uploaded += bytes(work.uploads)
            $0.downloaded += bytes(work.downloads)
            $0.formats.formUnion((work.uploads + work.downloads).map(\.view.format))
        }
        try device.perform(work)
    }
}
