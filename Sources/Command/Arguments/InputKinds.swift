import ArgumentParser
import CommandOutput
import Foundation
import ImageFiles
import UntrustedInput
import VideoEditing
import VideoFiles

/// Checks that inputs are of the kind that a command reads, and names the command for other ones.
enum InputKinds {
    /// Checks the inputs of commands that read videos.
    ///
    /// - Throws: `Refusal` for a folder or a picture.
    static func checkVideos(_ inputs: [String]) throws {
        for input in inputs where input != VideoInput.standardInput {
            let path = PathText(input).fileURL().path
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
            if isFolder.boolValue {
                throw Refusal(
                    "\(input): this is a folder; name the videos in it, as in \(input.hasSuffix("/") ? input : input + "/")*.mp4"
                )
            }
            // An animation in a GIF file is a video, too.
            let format = ImageFileFormat(pathExtension: PathText(input).pathExtension)
            if let format, format != .gif, !VideoSignature.isVideo(path: path) {
                throw Refusal("\(input): this is a picture; use coreimage apply")
            }
        }
    }

    /// Checks the inputs of commands that read pictures.
    ///
    /// - Throws: `ValidationError` if all are videos.
    static func checkPictures(_ inputs: [String], command: String) throws {
        // The beginning of a damaged picture may look like a video's.
        func isVideo(_ input: String) -> Bool {
            let path = PathText(input)
            return ImageFileFormat(pathExtension: path.pathExtension) == nil
                && VideoSignature.isVideo(path: path.fileURL().path)
        }
        guard let first = inputs.first, inputs.allSatisfy(isVideo) else { return }
        throw ValidationError("\(first): this is a video; \(command) is for pictures, and coreimage video for videos")
    }

    /// Checks that the inputs are there.
    ///
    /// - Throws: `Refusal` with the system's reason for one that isn't.
    static func checkExistence(_ inputs: [String]) throws {
        for input in inputs {
            var information = stat()
            guard stat(PathText(input).fileURL().path, &information) != 0 else { continue }
            throw Refusal("\(input): \(String(cString: strerror(errno))); check the path and its permissions")
        }
    }

    /// Returns the first input that is neither there nor standard input.
    static func missing(_ inputs: [String]) -> String? {
        inputs.first { !FileManager.default.fileExists(atPath: PathText($0).fileURL().path) }
    }
}
