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

    /// Pictures that keep their names in a folder.
    ///
    /// - Parameters:
    ///   - inputs: Files, which are taken whatever their names, and folders.
    ///   - folder: Where results go: files under their names, a folder's pictures under their paths in it.
    ///   - isRecursive: Whether to look into folders inside folders too; never through symbolic links, nor into
    ///     `folder`.
    ///   - format: The results' format; nil for that of each input's name.
    /// - Throws: `PictureListError`.
    init(inputs: [String], folder: URL, isRecursive: Bool, format: ImageFileFormat?) throws(PictureListError) {
        try self.init(inputs: inputs, names: .folder(folder), isRecursive: isRecursive, format: format)
    }

    /// - Parameter format: What `--format` says; nil for the format of each result's name.
    /// - Throws: `PictureListError`.
    init(inputs: [String], names: ResultNames, isRecursive: Bool, format: ImageFileFormat?) throws(PictureListError) {
        if case .folder(let folder) = names { try Self.checkFolder(folder) }
        let format = names.format(chosen: format)
        let found = try PictureInputs(inputs, isRecursive: isRecursive, excluding: names.folder) { path in
            Self.isPicture(path, resultFormat: format)
        }
        var pictures = found.pictures
        // Numbers would make two files of one.
        if case .pattern = names { pictures = Self.withoutRepetitions(pictures) }
        entries = try Self.distinct(
            pictures.enumerated().map { index, picture in
                // Nothing is written for a picture that can't be read.
                let output =
                    picture.refusal == nil
                    ? names.file(for: picture.path, number: index + 1, of: pictures.count, format: format)
                    : picture.file
                return Entry(input: picture.file, output: output, refusal: picture.refusal)
            }, names)
        leftOut = found.leftOut
    }

    /// Refuses results that would take the place of a file that is there.
    func checkNothingIsReplaced() throws(PictureListError) {
        let existing = entries.filter { $0.refusal == nil }.map(\.output.path)
            .filter { FileManager.default.fileExists(atPath: $0) }
        if !existing.isEmpty { throw .replacesFiles(existing) }
    }

    /// Refuses what is there and no folder, also under a name such as `a.png/.`, which no file can have.
    private static func checkFolder(_ folder: URL) throws(PictureListError) {
        var isFolder: ObjCBool = false
        for path in [folder.path, RealPath.of(folder).text ?? folder.path]
        where FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue {
            throw .notAFolder(folder.path)
        }
    }

    private static func withoutRepetitions(_ pictures: [PictureInputs.Picture]) -> [PictureInputs.Picture] {
        var seen: Set<FileName> = []
        return pictures.filter { $0.refusal != nil || seen.insert(RealPath.of($0.file)).inserted }
    }

    /// The entries without repetitions, checked not to write one file twice, nor over any input.
    private static func distinct(_ entries: [Entry], _ names: ResultNames) throws(PictureListError) -> [Entry] {
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
                let (output, first, second) = (entry.output.path, other.input.path, entry.input.path)
                if case .pattern(let pattern) = names {
                    throw .sameName(output, first: first, second: second, pattern: pattern.text)
                }
                throw .sameOutput(output, first: first, second: second)
            }
        }
        return result
    }

    /// Whether a file in a folder is a picture by its name, and one that can be written again.
    private static func isPicture(_ path: String, resultFormat: ImageFileFormat?) -> Bool {
        guard let format = ImageFileFormat(pathExtension: PathText(path).pathExtension) else { return false }
        return resultFormat != nil || format.isWritable
    }
}
