import DeviceKernels

extension CUDAError {
    /// What the error means for later work.
    var failureKind: DeviceFailure.Kind {
        switch self {
        case .timedOut, .copyTimedOut, .deviceLost: .lost
        case .tooLarge: .outOfMemory
        case .failed(_, let result, _): result.failureKind ?? .failed
        // Other kernels may have code that the driver accepts.
        case .codeRejected(let result, _, _): result.failureKind ?? .unsupported
        // The device works, but an application's stream doesn't end.
        case .streamBusy: .failed
        case .libraryMissing, .functionMissing, .driverTooOld, .noDevice, .deviceTooOld, .noContext: .failed
        }
    }
}

extension CUDAResult {
    /// What the result means for later work, if that doesn't depend on the call.
    fileprivate var failureKind: DeviceFailure.Kind? {
        if isPermanent { return .lost }
        return self == .outOfMemory || self == .launchOutOfResources ? .outOfMemory : nil
    }
}
