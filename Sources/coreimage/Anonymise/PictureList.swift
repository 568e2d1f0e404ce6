import Foundation
import ImageFiles
import UntrustedInput

/// The pictures that some files and folders stand for, each with the file that its result goes to.
struct PictureList {
    /// A picture to be read, and where its result goes.
    struct Entry: Equatable, Sendable {
        let input: URL
        let output: URL
        /// Why the picture can't be read, where that is known from its name; nil elsewhere.
        var refusal: String?
    }

    /// The inputs' pictures in their order; those of a folder sorted by name.
    let entries: [Entry]
    /// Files in folders that aren't taken for pictures by their names.
    let leftOut: [URL]

    /// - Parameters:
    ///   - inputs: Files, which are taken whatever their names, and folders.
    ///   - folder: Where results go: files under their names, a folder's pictures under their paths in it.
    ///   - isRecursive: Whether to look into folders inside folders too; never through symbolic links, nor into `folder`.
    ///   - format: The results' format; nil for that of each input's name.
    /// - Throws: `PictureListError`.
    init(inputs: [String], folder: URL, isRecursive: Bool, format: ImageFileFormat?) throws(PictureListError) {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), !isFolder.boolValue {
            throw .notAFolder(folder.path)
        }
        var found: [Entry] = []
        var others: [URL] = []
        for input in inputs {
            let url = PathText(input).fileURL()
            guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue else {
                // `URL.lastPathComponent` leaves out a byte order mark that a name begins with.
                let name = PathText(url.path).lastComponent
                found.append(Entry(input: url, output: Self.output(name, in: folder, format)))
                continue
            }
            let scan = FolderScan(of: url, isRecursive: isRecursive, excluding: folder)
            for name in try scan.paths() {
                guard let path = name.text else {
                    found.append(Self.unreadable(FileName(url.path).appending(name)))
                    continue
                }
                let file = url.appendingPathComponent(path)
                if Self.isPicture(path, resultFormat: format) {
                    found.append(Entry(input: file, output: Self.output(path, in: folder, format)))
                } else {
                    others.append(file)
                }
            }
        }
        entries = try Self.distinct(found)
        leftOut = others
        if entries.isEmpty { throw .noPictures(inputs: inputs) }
    }

    /// Refuses results that would take the place of a file that is there.
    func checkNothingIsReplaced() throws(PictureListError) {
        let existing = entries.filter { $0.refusal == nil }.map(\.output.path)
            .filter { FileManager.default.fileExists(atPath: $0) }
        if !existing.isEmpty { throw .replacesFiles(existing) }
    }

    /// The entries without repetitions, checked not to write one file twice, nor over any input.
    private static func distinct(_ entries: [Entry]) throws(PictureListError) -> [Entry] {
        let inputs = Dictionary(
            entries.filter { $0.refusal == nil }.map { (RealPath.of($0.input), $0.input) },
            uniquingKeysWith: { first, _ in first })
        var byOutput: [FileName: Entry] = [:]
        var unreadable: Set<FileName> = []
        var result: [Entry] = []
        for entry in entries {
            guard entry.refusal == nil else {
                if unreadable.insert(FileName(entry.input.path)).inserted { result.append(entry) }
                continue
            }
            let output = RealPath.of(entry.output)
            if let input = inputs[output] { throw .replacesInput(entry.output.path, input: input.path) }
            guard let other = byOutput[output] else {
                byOutput[output] = entry
                result.append(entry)
                continue
            }
            guard RealPath.of(other.input) == RealPath.of(entry.input) else {
                throw .sameOutput(entry.output.path, first: other.input.path, second: entry.input.path)
            }
        }
        return result
    }

    /// What stands for a file or folder that Foundation can't name: a picture that fails. The URL is for the report only.
    private static func unreadable(_ path: FileName) -> Entry {
        let url = URL(fileURLWithPath: path.shown, isDirectory: false)
        return Entry(
            input: url, output: url, refusal: "its name isn't UTF-8; rename the file, for instance with convmv")
    }

    private static func output(_ path: String, in folder: URL, _ format: ImageFileFormat?) -> URL {
        let file = folder.appendingPathComponent(path)
        guard let format, ImageFileFormat(pathExtension: file.pathExtension) != format else { return file }
        return file.deletingPathExtension().appendingPathExtension(format.extensions[0])
    }

    /// Whether a file in a folder is a picture by its name, and one that can be written again.
    private static func isPicture(_ path: String, resultFormat: ImageFileFormat?) -> Bool {
        guard let format = ImageFileFormat(pathExtension: PathText(path).pathExtension) else { return false }
        return resultFormat != nil || format.isWritable
    }
}
