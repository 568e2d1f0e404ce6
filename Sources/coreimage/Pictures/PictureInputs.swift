import Foundation
import UntrustedInput

/// The picture files given by a list of files and folders.
struct PictureInputs {
    /// A picture to read.
    struct Picture: Equatable, Sendable {
        let file: URL
        /// The path relative to the named folder. For a file that was named directly, its name.
        let path: String
        /// The reason why the picture can't be read, if that follows from its name.
        var refusal: String?
    }

    /// The pictures in the order of the inputs. Those of a folder are sorted by name.
    let pictures: [Picture]
    /// Files in folders that aren't pictures according to their names.
    let leftOut: [URL]

    /// Finds the pictures.
    ///
    /// - Parameters:
    ///   - inputs: Files, which are accepted with any name, and folders.
    ///   - isRecursive: Whether to search subfolders. Symbolic links are never followed.
    ///   - excluded: A subfolder to skip.
    ///   - isPicture: Returns whether a file in a folder is a picture, by its path.
    /// - Throws: `PictureListError.unreadableFolder` or `.noPictures`.
    init(
        _ inputs: [String], isRecursive: Bool, excluding excluded: URL? = nil, isPicture: (String) -> Bool
    ) throws(PictureListError) {
        var found: [Picture] = []
        var others: [URL] = []
        for input in inputs {
            let url = PathText(input).fileURL()
            guard Self.isFolder(input) else {
                // `URL.lastPathComponent` omits a byte order mark at the start of a name.
                found.append(Picture(file: url, path: PathText(url.path).lastComponent))
                continue
            }
            for name in try FolderScan(of: url, isRecursive: isRecursive, excluding: excluded).paths() {
                guard let path = name.text else {
                    found.append(Self.unreadable(FileName(url.path).appending(name)))
                    continue
                }
                let file = url.appendingPathComponent(path)
                if isPicture(path) { found.append(Picture(file: file, path: path)) } else { others.append(file) }
            }
        }
        (pictures, leftOut) = (found, others)
        if found.isEmpty { throw .noPictures(inputs: inputs) }
    }

    /// Returns whether a folder of this name exists.
    static func isFolder(_ input: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: PathText(input).fileURL().path, isDirectory: &isFolder)
            && isFolder.boolValue
    }

    /// Returns a picture that fails, for a file or folder whose name Foundation can't represent. The URL is only for
    /// the report.
    private static func unreadable(_ path: FileName) -> Picture {
        Picture(
            file: URL(fileURLWithPath: path.shown, isDirectory: false), path: path.shown,
            refusal: "its name isn't UTF-8; rename the file, for instance with convmv")
    }
}
