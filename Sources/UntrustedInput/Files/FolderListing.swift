import Glibc

/// Lists the names in a folder, as bytes of the file system.
///
/// Foundation's listing replaces bytes that aren't valid UTF-8, and the result may be the name of another file.
package enum FolderListing {
    /// Returns all names in a folder except `.` and `..`, sorted by their bytes.
    ///
    /// - Throws: `FileReader.Failure` if the folder can't be read completely.
    package static func names(in path: String) throws(FileReader.Failure) -> [FileName] {
        guard let stream = opendir(path) else { throw FileReader.Failure(path: path, code: errno) }
        defer { closedir(stream) }
        var names: [FileName] = []
        while true {
            // `readdir` returns nil both at the end and after a failure, but only a failure sets `errno`.
            errno = 0
            guard let entry = readdir(stream) else {
                let code = errno
                guard code == 0 else { throw FileReader.Failure(path: path, code: code) }
                return names.sorted()
            }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { FileName(bytes: $0.prefix { $0 != 0 }) }
            if name != FileName("."), name != FileName("..") { names.append(name) }
        }
    }
}
