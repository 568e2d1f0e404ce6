import Foundation
import UntrustedInput

/// The files in a folder.
struct FolderScan {
    let folder: URL
    let isRecursive: Bool
    /// A folder inside that isn't looked into; nil for none.
    let excluded: FileName?

    init(of folder: URL, isRecursive: Bool, excluding excluded: URL?) {
        (self.folder, self.isRecursive, self.excluded) = (folder, isRecursive, excluded.map(RealPath.of))
    }

    /// Paths in the folder, sorted; without hidden files, and not through symbolic links to folders, which may lead
    /// round in circles.
    ///
    /// Folders are looked into, but those whose names aren't UTF-8, as Foundation can't: these stand among the files.
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
