import Foundation

/// The files in a folder.
struct FolderScan {
    let folder: URL
    let isRecursive: Bool
    /// A folder that isn't looked into.
    let excluded: String

    init(of folder: URL, isRecursive: Bool, excluding excluded: URL) {
        (self.folder, self.isRecursive, self.excluded) = (folder, isRecursive, RealPath.of(excluded))
    }

    /// Paths in the folder, sorted; without hidden files, and not through symbolic links to folders, which may lead round in circles.
    func paths() throws(PictureListError) -> [String] {
        var result: [String] = []
        var waiting = [""]
        while let place = waiting.popLast() {
            let here = place.isEmpty ? folder : folder.appendingPathComponent(place)
            for name in try Self.names(in: here) where !name.hasPrefix(".") {
                let path = place.isEmpty ? name : place + "/" + name
                let url = folder.appendingPathComponent(path)
                guard Self.isFolder(url) else {
                    result.append(path)
                    continue
                }
                let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: url.path)) != nil
                if isRecursive, !isLink, RealPath.of(url) != excluded { waiting.append(path) }
            }
        }
        return result.sorted()
    }

    private static func names(in folder: URL) throws(PictureListError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch {
            throw .unreadableFolder(folder.path, reason: error.localizedDescription)
        }
    }

    private static func isFolder(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
    }
}
