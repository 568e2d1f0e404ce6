// The codes as AVFoundation has them too, beside the error: `AVError.decodeFailed`.

extension AVError {
    /// `Code.unknown`.
    public static var unknown: Code { .unknown }
    /// `Code.outOfMemory`.
    public static var outOfMemory: Code { .outOfMemory }
    /// `Code.diskFull`.
    public static var diskFull: Code { .diskFull }
    /// `Code.exportFailed`.
    public static var exportFailed: Code { .exportFailed }
    /// `Code.decodeFailed`.
    public static var decodeFailed: Code { .decodeFailed }
    /// `Code.fileAlreadyExists`.
    public static var fileAlreadyExists: Code { .fileAlreadyExists }
    /// `Code.fileFormatNotRecognized`.
    public static var fileFormatNotRecognized: Code { .fileFormatNotRecognized }
    /// `Code.fileFailedToParse`.
    public static var fileFailedToParse: Code { .fileFailedToParse }
    /// `Code.noImageAtTime`.
    public static var noImageAtTime: Code { .noImageAtTime }
    /// `Code.decoderNotFound`.
    public static var decoderNotFound: Code { .decoderNotFound }
    /// `Code.encoderNotFound`.
    public static var encoderNotFound: Code { .encoderNotFound }
    /// `Code.operationNotSupportedForAsset`.
    public static var operationNotSupportedForAsset: Code { .operationNotSupportedForAsset }
    /// `Code.invalidVideoComposition`.
    public static var invalidVideoComposition: Code { .invalidVideoComposition }
    /// `Code.invalidOutputURLPathExtension`.
    public static var invalidOutputURLPathExtension: Code { .invalidOutputURLPathExtension }
    /// `Code.operationInterrupted`.
    public static var operationInterrupted: Code { .operationInterrupted }
    /// `Code.failedToLoadMediaData`.
    public static var failedToLoadMediaData: Code { .failedToLoadMediaData }
    /// `Code.undecodableMediaData`.
    public static var undecodableMediaData: Code { .undecodableMediaData }
    /// `Code.operationNotAllowed`.
    public static var operationNotAllowed: Code { .operationNotAllowed }
    /// `Code.sessionNotRunning`.
    public static var sessionNotRunning: Code { .sessionNotRunning }
    /// `Code.noDataCaptured`.
    public static var noDataCaptured: Code { .noDataCaptured }
    /// `Code.deviceWasDisconnected`.
    public static var deviceWasDisconnected: Code { .deviceWasDisconnected }
    /// `Code.deviceNotConnected`.
    public static var deviceNotConnected: Code { .deviceNotConnected }
    /// `Code.deviceInUseByAnotherApplication`.
    public static var deviceInUseByAnotherApplication: Code { .deviceInUseByAnotherApplication }
    /// `Code.applicationIsNotAuthorizedToUseDevice`.
    public static var applicationIsNotAuthorizedToUseDevice: Code { .applicationIsNotAuthorizedToUseDevice }
    /// `Code.operationCancelled`.
    public static var operationCancelled: Code { .operationCancelled }
}
