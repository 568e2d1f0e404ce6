import Glibc

/// The names in a folder, as the file system has them.
///
/// Foundation's listing replaces bytes that aren't UTF-8, and the result may be the name of another file.
public enum FolderListing {
    /// All names in a folder but `.` and `..`, sorted by their bytes.
    ///
    /// - Throws: `WholeFile.Failure` where the folder can't be read to its end.
    public static func names(in path: String) throws(WholeFile.Failure) -> [FileName] {
        guard let stream = opendir(path) else { throw WholeFile.Failure(path: path, code: errno) }
        defer { closedir(stream) }
        var names: [FileName] = []
        while true {
            // The end and a failure differ in this number only.
            errno = 0
            guard let entry = readdir(stream) else {
                let code = errno
                guard code == 0 else { throw WholeFile.Failure(path: path, code: code) }
                return names.sorted()
            }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { FileName(bytes: $0.prefix { $0 != 0 }) }
            if name != FileName("."), name != FileName("..") { names.append(name) }
        }
    }
}
