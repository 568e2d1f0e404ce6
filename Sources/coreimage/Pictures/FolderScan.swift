import Foundation
import UntrustedInput

/// Lists the files in a folder.
struct FolderScan {
    let folder: URL
    let isRecursive: Bool
    /// A subfolder to skip, or nil.
    let excluded: FileName?

    init(of folder: URL, isRecursive: Bool, excluding excluded: URL?) {
        (self.folder, self.isRecursive, self.excluded) = (folder, isRecursive, excluded.map(RealPath.of))
    }

    /// Returns the paths of the files, sorted. Hidden files are omitted, and symbolic links to folders aren't followed,
    /// because they may form cycles.
    ///
    /// A folder whose name isn't UTF-8 can't be scanned with Foundation. Its path is returned like that of a file.
    func paths() throws(PictureListError) -> [FileName] {
        var result: [FileName] = []
        var waiting = [""]
        while let place = waiting.popLast() {
            let here = place.isEmpty ? folder : folder.appendingPathComponent(place)
            for name in try Self.names(in: here) where !name.isHidden {
                let path = FileName(place).appending(name)
                let file = FileName(folder.path).appending(path)
                guard Self.isFolder(file, followingLinks: true) else {
                    result.append(path)
                    continue
                }
                guard isRecursive, Self.isFolder(file, followingLinks: false) else { continue }
                if let text = path.text {
                    if RealPath.of(folder.appendingPathComponent(text)) != excluded { waiting.append(text) }
                } else {
                    result.append(path)
                }
            }
        }
        return result.sorted()
    }

    private static func names(in folder: URL) throws(PictureListError) -> [FileName] {
        do throws(WholeFile.Failure) {
            return try FolderListing.names(in: folder.path)
        } catch {
            throw .unreadableFolder(folder.path, reason: String(cString: strerror(error.code)))
        }
    }

    private static func isFolder(_ file: FileName, followingLinks: Bool) -> Bool {
        var status = stat()
        let code = file.withCString { followingLinks ? stat($0, &status) : lstat($0, &status) }
        return code == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
