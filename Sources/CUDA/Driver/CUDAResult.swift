/// A result of a function of the CUDA driver (`CUresult`).
package struct CUDAResult: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let invalidValue = CUDAResult(rawValue: 1)
    package static let outOfMemory = CUDAResult(rawValue: 2)
    package static let deinitialized = CUDAResult(rawValue: 4)
    package static let stubLibrary = CUDAResult(rawValue: 34)
    package static let deviceUnavailable = CUDAResult(rawValue: 46)
    package static let noDevice = CUDAResult(rawValue: 100)
    package static let invalidContext = CUDAResult(rawValue: 201)
    package static let invalidImage = CUDAResult(rawValue: 200)
    package static let noCodeForDevice = CUDAResult(rawValue: 209)
    package static let uncorrectableMemoryError = CUDAResult(rawValue: 214)
    package static let invalidPTX = CUDAResult(rawValue: 218)
    package static let noCompiler = CUDAResult(rawValue: 221)
    package static let unsupportedPTXVersion = CUDAResult(rawValue: 222)
    package static let compilationDisabled = CUDAResult(rawValue: 223)
    package static let operatingSystem = CUDAResult(rawValue: 304)
    package static let invalidHandle = CUDAResult(rawValue: 400)
    package static let notReady = CUDAResult(rawValue: 600)
    package static let illegalAddress = CUDAResult(rawValue: 700)
    package static let launchOutOfResources = CUDAResult(rawValue: 701)
    package static let launchTimeout = CUDAResult(rawValue: 702)
    package static let contextIsDestroyed = CUDAResult(rawValue: 709)
    package static let launchFailed = CUDAResult(rawValue: 719)
    package static let notPermitted = CUDAResult(rawValue: 800)
    package static let systemNotReady = CUDAResult(rawValue: 802)
    package static let driverMismatch = CUDAResult(rawValue: 803)
    package static let unknown = CUDAResult(rawValue: 999)

    /// Whether every later call in the context fails too, because the device or the context is lost.
    package var isPermanent: Bool {
        switch self {
        case .deinitialized, .deviceUnavailable, .invalidContext, .uncorrectableMemoryError, .illegalAddress,
            .launchTimeout, .contextIsDestroyed, .launchFailed, .unknown:
            true
        // An assertion, and errors of the hardware that executes instructions.
        default: (710...718).contains(rawValue) && ![711, 712, 713].contains(rawValue)
        }
    }

    /// What the user can do about the error.
    package var remedy: String {
        switch self {
        case .outOfMemory, .launchOutOfResources:
            "render a smaller region, or close other programs that use the device"
        case .noDevice: "check with nvidia-smi that the process sees a device, and CUDA_VISIBLE_DEVICES"
        case .deviceUnavailable: "end the other process that uses the device exclusively"
        case .stubLibrary:
            "remove the toolkit's folder of stubs from LD_LIBRARY_PATH, so that the driver's library is opened"
        case .unsupportedPTXVersion, .noCodeForDevice, .noCompiler: "update the NVIDIA driver"
        case .compilationDisabled: "unset CUDA_DISABLE_PTX_JIT"
        case .systemNotReady, .driverMismatch:
            "restart the machine, so that the kernel module and the libraries of the NVIDIA driver are of one version"
        case .operatingSystem, .notPermitted: "check that the process may open /dev/nvidia*"
        case .launchTimeout: "use a device without a display, whose system doesn't limit the time of a kernel"
        case .uncorrectableMemoryError: "replace the device, whose memory is damaged"
        default: isPermanent ? "restart the process to use the device again" : "render on the processor"
        }
    }
}
