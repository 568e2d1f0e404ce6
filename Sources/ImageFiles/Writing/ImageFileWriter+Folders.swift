import Foundation
import UntrustedInput

extension ImageFileWriter {
    /// Creates the folder of a file and the folders around it, unless they exist.
    ///
    /// - Throws: `ImageFileError` with the file's name, as when the file itself can't be created.
    package static func createFolder(of file: URL) throws(ImageFileError) {
        try create(PathText(file.path).parent, for: file.path)
    }

    /// Creates a folder and the folders around it, unless they exist.
    ///
    /// - Throws: `ImageFileError` with the folder's name.
    package static func createFolder(_ folder: URL) throws(ImageFileError) {
        try create(PathText(folder.path).standardized, for: folder.path)
    }

    private static func create(_ folder: String, for file: String) throws(ImageFileError) {
        var status = stat()
        if folder.isEmpty || stat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR { return }
        let around = PathText(folder).parent
        if around != folder { try create(around, for: file) }
        // Another process or thread may have created it in the meantime.
        guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
            throw ImageFileError(writing: file, code: errno)
        }
    }
}
