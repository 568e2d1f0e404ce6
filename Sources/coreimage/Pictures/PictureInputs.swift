import Foundation
import UntrustedInput

/// The picture files that some files and folders stand for.
struct PictureInputs {
    /// A picture to be read.
    struct Picture: Equatable, Sendable {
        let file: URL
        /// Its path below the folder that was named; the name alone of a file that was named itself.
        let path: String
        /// Why the picture can't be read, where that is known from its name; nil elsewhere.
        var refusal: String?
    }

    /// The inputs' pictures in their order; those of a folder sorted by name.
    let pictures: [Picture]
    /// Files in folders that aren't taken for pictures by their names.
    let leftOut: [URL]

    /// - Parameters:
    ///   - inputs: Files, which are taken whatever their names, and folders.
    ///   - isRecursive: Whether to look into folders inside folders too; never through symbolic links.
    ///   - excluded: A folder inside of folders that isn't looked into.
    ///   - isPicture: Whether a file in a folder is a picture by its path.
    /// - Throws: `PictureListError.unreadableFolder` or `.noPictures`.
    init(
        _ inputs: [String], isRecursive: Bool, excluding excluded: URL? = nil, isPicture: (String) -> Bool
    ) throws(PictureListError) {
        var found: [Picture] = []
        var others: [URL] = []
        for input in inputs {
            let url = PathText(input).fileURL()
            guard Self.isFolder(input) else {
                // `URL.lastPathComponent` leaves out a byte order mark that a name begins with.
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

    /// Whether there is a folder of this name.
    static func isFolder(_ input: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: PathText(input).fileURL().path, isDirectory: &isFolder)
            && isFolder.boolValue
    }

    /// What stands for a file or folder that Foundation can't name: a picture that fails. The URL is for the report
    /// only.
    private static func unreadable(_ path: FileName) -> Picture {
        Picture(
            file: URL(fileURLWithPath: path.shown, isDirectory: false), path: path.shown,
            refusal: "its name isn't UTF-8; rename the file, for instance with convmv")
    }
}
