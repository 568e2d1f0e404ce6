import Foundation
import ImageFiles
import UntrustedInput

/// The picture files given by a list of files and folders.
package struct PictureInputs {
    /// A picture to read.
    package struct Picture: Equatable, Sendable {
        package let file: URL
        /// The path relative to the named folder. For a file that was named directly, its name.
        package let path: String
        /// The reason why the picture can't be read, if that follows from its name.
        package var refusal: String?
    }

    /// The pictures in the order of the inputs. Those of a folder are sorted by name.
    package let pictures: [Picture]
    /// Files in folders that aren't pictures according to their names.
    package let ignoredFiles: [URL]

    /// Finds the pictures.
    ///
    /// - Parameters:
    ///   - inputs: Files, which are accepted with any name, and folders.
    ///   - isRecursive: Whether to search subfolders. Symbolic links are never followed.
    ///   - excluded: A subfolder to skip.
    ///   - isPicture: Returns whether a file in a folder is a picture, by its path.
    /// - Throws: `PictureListError.unreadableFolder` or `.noPictures`.
    package init(
        _ inputs: [String], isRecursive: Bool, excluding excluded: URL? = nil, isPicture: (String) -> Bool
    ) throws(PictureListError) {
        var found: [Picture] = []
        var others: [URL] = []
        for input in inputs {
            let url = PathText(input).fileURL()
            guard Self.isFolder(input) else {
                // `URL.lastPathComponent` omits a byte order mark at the start of a name.
                let refusal = Self.exists(url) ? nil : ImageFileError.missing(file: url.path).description
                found.append(Picture(file: url, path: PathText(url.path).lastComponent, refusal: refusal))
                continue
            }
            let scan = FolderScan(of: url, isRecursive: isRecursive, excluding: excluded)
            for entry in try scan.entries() {
                guard let path = entry.path.text, entry.refusal == nil else {
                    let refusal = entry.refusal ?? "its name isn't UTF-8; rename the file, for instance with convmv"
                    found.append(Self.unreadable(FileName(url.path).appending(entry.path), refusal))
                    continue
                }
                let file = url.appendingPathComponent(path)
                if isPicture(path) { found.append(Picture(file: file, path: path)) } else { others.append(file) }
            }
        }
        (pictures, ignoredFiles) = (found, others)
        if found.isEmpty { throw .noPictures(inputs: inputs, isRecursive: isRecursive) }
    }

    /// Returns false only if the system says that nothing has this name.
    private static func exists(_ url: URL) -> Bool {
        var status = stat()
        return stat(url.path, &status) == 0 || errno != ENOENT
    }

    /// Returns whether a folder of this name exists.
    static func isFolder(_ input: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: PathText(input).fileURL().path, isDirectory: &isFolder)
            && isFolder.boolValue
    }

    /// Returns a picture that fails, for a folder that can't be read, or a file or folder whose name Foundation can't
    /// represent. The URL is only for the report.
    private static func unreadable(_ path: FileName, _ refusal: String) -> Picture {
        Picture(
            file: URL(fileURLWithPath: path.displayText, isDirectory: false), path: path.displayText, refusal: refusal)
    }
}
