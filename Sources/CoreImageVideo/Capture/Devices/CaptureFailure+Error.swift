extension CaptureFailure {
    /// The same as an error of the public interface.
    var error: AVError {
        let code: AVError.Code =
            switch kind {
            case .notConnected, .notACamera: .deviceNotConnected
            case .noPermission: .applicationIsNotAuthorizedToUseDevice
            case .inUse: .deviceInUseByAnotherApplication
            case .disconnected: .deviceWasDisconnected
            case .silent: .noDataCaptured
            case .unsupported: .undecodableMediaData
            case .noInput: .sessionNotRunning
            case .failed: .unknown
            }
        return AVError(code, description, underlying: self)
    }
}
