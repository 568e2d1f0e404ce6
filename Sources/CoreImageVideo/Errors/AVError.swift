import Foundation
import MediaTime
import VideoFiles

/// The domain of ``AVError``.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"
/// The key of an error's time, a `CMTime`, in its user info.
public let AVErrorTimeKey = "AVErrorTimeKey"

/// The reason why a video can't be read, composed or written. The text names the file, the time in it, the cause and
/// the remedy.
public struct AVError: Error, CustomNSError, LocalizedError, CustomStringConvertible, Sendable {
    /// The kinds of reasons, with the numbers of AVFoundation.
    public enum Code: Int, Sendable {
        /// A reason without a more specific number.
        case unknown = -11800
        /// There isn't enough memory.
        case outOfMemory = -11801
        /// The capture session has no input, or one that can't deliver frames.
        case sessionNotRunning = -11803
        /// The camera delivers no frames.
        case noDataCaptured = -11805
        /// The disk is full.
        case diskFull = -11807
        /// The camera has been disconnected.
        case deviceWasDisconnected = -11808
        /// There is no such camera.
        case deviceNotConnected = -11814
        /// Another program uses the camera.
        case deviceInUseByAnotherApplication = -11815
        /// The export failed.
        case exportFailed = -11820
        /// A frame can't be decoded, because the file is damaged or the decoder failed.
        case decodeFailed = -11821
        /// The file that should be written exists.
        case fileAlreadyExists = -11823
        /// The file isn't one of a known format.
        case fileFormatNotRecognized = -11828
        /// The file is of a known format, but malformed.
        case fileFailedToParse = -11829
        /// There is no frame at the time.
        case noImageAtTime = -11832
        /// The decoder isn't there: the program that reads video files isn't installed, or can't decode this stream.
        case decoderNotFound = -11833
        /// The encoder isn't there.
        case encoderNotFound = -11834
        /// The asset doesn't support the operation.
        case operationNotSupportedForAsset = -11838
        /// The composition can't be used for the asset.
        case invalidVideoComposition = -11841
        /// The extension of the file's name doesn't belong to its type.
        case invalidOutputURLPathExtension = -11843
        /// The program that reads or writes video files ended.
        case operationInterrupted = -11847
        /// The file can't be opened or read.
        case failedToLoadMediaData = -11849
        /// The user of this process may not open the camera.
        case applicationIsNotAuthorizedToUseDevice = -11852
        /// The frames have a format that can't be handled.
        case undecodableMediaData = -11855
        /// The operation isn't allowed now.
        case operationNotAllowed = -11862
        /// The operation was cancelled.
        case operationCancelled = -11878
    }

    /// The kind of reason.
    public let code: Code
    /// The time in the file at which the problem occurred; nil if it isn't known.
    public let time: CMTime?
    /// The file, the time, the cause and the remedy.
    public let description: String
    /// The error of a filter or a rendering that is the cause, if there is one.
    public let underlyingError: (any Error)?

    /// Creates an error.
    package init(_ code: Code, _ description: String, time: CMTime? = nil, underlying: (any Error)? = nil) {
        (self.code, self.description, self.time, underlyingError) = (code, description, time, underlying)
    }

    /// `AVFoundationErrorDomain`.
    public static var errorDomain: String { AVFoundationErrorDomain }
    /// The number of the code.
    public var errorCode: Int { code.rawValue }
    /// The text, for `localizedDescription`.
    public var errorDescription: String? { description }

    /// The text, the time and the underlying error by the keys of `NSError`.
    public var errorUserInfo: [String: Any] {
        var info: [String: Any] = [NSLocalizedDescriptionKey: description]
        if let time { info[AVErrorTimeKey] = time }
        if let underlyingError { info[NSUnderlyingErrorKey] = underlyingError }
        return info
    }
}

extension AVError.Code {
    /// Whether an error has a code, for `catch AVError.decodeFailed`.
    public static func ~= (code: Self, error: any Error) -> Bool { (error as? AVError)?.code == code }
}
