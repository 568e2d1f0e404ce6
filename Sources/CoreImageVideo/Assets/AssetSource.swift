import CoreImageEssentials
import Foundation
import Synchronization
import UntrustedInput
import VideoExchange
import VideoFiles

/// The file of an asset. Its description is read once, when it is first needed. Thread-safe.
final class AssetSource: Sendable {
    let url: URL
    private let result = Mutex<Result<VideoFileDescription, AVError>?>(nil)

    init(_ url: URL) { self.url = url }

    /// The file's name in messages.
    var name: String { url.isFileURL ? url.path : url.absoluteString }

    /// The description if it has been read; nil before and after an error.
    var known: VideoFileDescription? { result.withLock { try? $0?.get() } }
    /// The error of reading the description; nil before and if it could be read.
    var failure: AVError? {
        guard case .failure(let error) = result.withLock({ $0 }) else { return nil }
        return error
    }

    /// Whether the file is being opened.
    var isLoading: Bool { result.withLockIfAvailable { _ in () } == nil }

    /// Returns what the file says about itself. It waits until the file has been opened.
    func description() throws(AVError) -> VideoFileDescription {
        let result = result.withLock { result in
            if let result { return result }
            let new = Result<VideoFileDescription, AVError> { () throws(AVError) in try open().description }
            result = new
            return new
        }
        return try result.get()
    }

    /// Opens the file for a reading of its own.
    func open() throws(AVError) -> VideoFileReader {
        guard url.isFileURL else {
            throw AVError(
                .failedToLoadMediaData,
                "\(printable(name)): only files can be read, not other URLs. Load the data into a file first.")
        }
        do throws(VideoFileError) { return try VideoFileReader(path: url.path) } catch { throw AVError(error) }
    }
}
