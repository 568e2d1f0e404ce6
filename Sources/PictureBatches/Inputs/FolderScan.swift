import Foundation
import UntrustedInput

/// Lists the files in a folder.
struct FolderScan {
    /// A file, or something that can't be read.
    struct Entry: Equatable {
        /// The path inside the scanned folder.
        let path: FileName
        /// The reason why a folder inside, or a file, can't be read. Nil for a file that may be readable.
        var refusal: String?
    }

    let folder: URL
    let isRecursive: Bool
    /// A subfolder to skip, or nil.
    let excluded: FileName?

    init(of folder: URL, isRecursive: Bool, excluding excluded: URL?) {
        (self.folder, self.isRecursive, self.excluded) = (folder, isRecursive, excluded.map(RealPath.of))
    }

    /// Returns the files, sorted by their paths, and those folders inside that can't be read. Hidden files are omitted,
    /// and symbolic links to folders aren't followed, because they may form cycles.
    ///
    /// A folder whose name isn't UTF-8 can't be scanned with Foundation. It is returned like a file.
    ///
    /// - Throws: `PictureListError.unreadableFolder` for the scanned folder itself.
    func entries() throws(PictureListError) -> [Entry] {
        var result: [Entry] = []
        var waiting = [""]
        while let place = waiting.popLast() {
            do throws(Unreadable) {
                let (entries, folders) = try contents(of: place)
                result += entries
                waiting += folders
            } catch {
                if place.isEmpty {
                    throw .unreadableFolder(folder.path, reason: String(cString: strerror(error.code)))
                }
                result.append(Entry(path: FileName(place), refusal: Self.refusal(error.code)))
            }
        }
        return result.sorted { $0.path < $1.path }
    }

    /// Returns the files of a folder, and the paths of the folders in it that are to be scanned.
    ///
    /// - Throws: `Unreadable` if its names can't be listed, or what they stand for can't be found out.
    private func contents(of place: String) throws(Unreadable) -> (entries: [Entry], folders: [String]) {
        let here = place.isEmpty ? folder : folder.appendingPathComponent(place)
        var (entries, folders): ([Entry], [String]) = ([], [])
        for name in try Self.names(in: here) where !name.isHidden {
            let path = FileName(place).appending(name)
            let file = FileName(folder.path).appending(path)
            switch Self.kind(of: file) {
            // The folder can be listed but not searched.
            case .unknown(EACCES): throw Unreadable(code: EACCES)
            case .unknown(let code): entries.append(Entry(path: path, refusal: Self.refusal(code)))
            case .file: entries.append(Entry(path: path))
            case .linkToFolder: continue
            case .folder:
                guard isRecursive else { continue }
                guard let text = path.text else {
                    entries.append(Entry(path: path))
                    continue
                }
                if RealPath.of(folder.appendingPathComponent(text)) != excluded { folders.append(text) }
            }
        }
        return (entries, folders)
    }

    /// A folder can't be read, with the system's error number.
    private struct Unreadable: Error {
        let code: Int32
    }

    private static func names(in folder: URL) throws(Unreadable) -> [FileName] {
        do throws(FileReader.Failure) {
            return try FolderListing.names(in: folder.path)
        } catch {
            throw Unreadable(code: error.code)
        }
    }

    private enum Kind {
        case file, folder, linkToFolder
        /// The system doesn't say, for example because the path is too long.
        case unknown(Int32)
    }

    private static func kind(of file: FileName) -> Kind {
        func isFolder(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFDIR }
        var status = stat()
        // A file that has been removed in the meantime fails when it is read.
        guard file.withCString({ lstat($0, &status) }) == 0 else { return errno == ENOENT ? .file : .unknown(errno) }
        if isFolder(status) { return .folder }
        // A link that leads nowhere counts as a file, which fails when it is read.
        guard file.withCString({ stat($0, &status) }) == 0, isFolder(status) else { return .file }
        return .linkToFolder
    }

    private static func refusal(_ code: Int32) -> String {
        let remedy =
            switch code {
            case EACCES, EPERM: "; change the folder's permissions, or run as its owner"
            case ENAMETOOLONG: "; move the folder to a shorter path, or name a folder in it from there"
            default: ""
            }
        return "it can't be read: \(String(cString: strerror(code)))" + remedy
    }
}
