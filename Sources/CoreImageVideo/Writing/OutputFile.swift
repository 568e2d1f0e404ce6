import Foundation
import UntrustedInput
import VideoExchange

/// Checks where a file is to be written.
enum OutputFile {
    /// - Throws: `AVError` if the URL isn't that of a file, a file exists there, the type can't be written, or the
    ///   extension is that of another type.
    static func check(_ url: URL, _ type: AVFileType) throws(AVError) {
        guard url.isFileURL else {
            throw AVError(.operationNotSupportedForAsset, "\(url.absoluteString) isn't the URL of a file.")
        }
        let path = printable(url.path)
        guard let container = type.container else {
            throw AVError(
                .operationNotSupportedForAsset,
                "\(path): files of the type \(type.rawValue) can't be written. Use one of "
                    + "\(AVFileType.all.map(\.rawValue).joined(separator: ", ")).")
        }
        let stated = url.pathExtension.lowercased()
        if WritingRequest.Container(extension: stated).map({ $0 != container }) ?? true {
            throw AVError(
                .invalidOutputURLPathExtension,
                "\(path): the extension of the name isn't one of \(type.rawValue). Use "
                    + "\(container.extensions.map { "." + $0 }.joined(separator: " or ")).")
        }
        if FileManager.default.fileExists(atPath: url.path) {
            throw AVError(
                .fileAlreadyExists, "\(path): there is a file with this name. Remove it, or choose another name.")
        }
    }
}
