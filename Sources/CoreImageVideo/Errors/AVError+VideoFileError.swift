import CoreImageEssentials
import Foundation
import VideoFiles

extension AVError {
    /// Creates an error from one of reading or writing a file.
    init(_ error: VideoFileError, writing: Bool = false) {
        let code: Code =
            switch error.kind {
            case .missingProgram, .cannotStart, .unprotected: writing ? .encoderNotFound : .decoderNotFound
            case .inputOutput:
                error.cause.contains("No space left")
                    ? .diskFull : error.cause.contains("File exists") ? .fileAlreadyExists : .failedToLoadMediaData
            case .unrecognised: .fileFormatNotRecognized
            case .unsupported: writing ? .encoderNotFound : .undecodableMediaData
            case .limit: .undecodableMediaData
            case .damaged: .decodeFailed
            case .crashed, .stalled: .operationInterrupted
            case .cancelled: .operationCancelled
            case .invalidRequest: .operationNotSupportedForAsset
            }
        self.init(code, error.description, time: error.time?.time, underlying: error)
    }

    /// Returns an error of this library as it is, and others with a code.
    ///
    /// - Parameter code: The code of an error that has none of its own.
    static func of(_ error: any Error, _ code: Code, writing: Bool = false) -> AVError {
        switch error {
        case let error as AVError: error
        case let error as VideoFileError: AVError(error, writing: writing)
        case is CancellationError:
            AVError(.operationCancelled, "The operation was cancelled.", underlying: error)
        default: AVError(code, "\(error)", underlying: error)
        }
    }
}
