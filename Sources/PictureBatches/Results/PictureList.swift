import Foundation
import ImageFiles
import UntrustedInput

/// The pictures given by a list of files and folders, with the files for their results.
package struct PictureList: Sendable {
    /// A picture to read, and the file for its result.
    package struct Entry: Equatable, Sendable {
        package let input: URL
        package let output: URL
        /// The reason why the picture can't be read, if that follows from its name.
        package var refusal: String?
    }

    /// The pictures in the order of the inputs. Those of a folder are sorted by name.
    package let entries: [Entry]
    /// Files in folders that aren't pictures according to their names.
    package let ignoredFiles: [URL]

    /// Creates a list of results that keep their names in a folder.
    ///
    /// - Parameters:
    ///   - inputs: Files, which are accepted with any name, and folders.
    ///   - folder: The folder for the results. Files keep their names, and pictures of a folder their relative paths.
    ///   - isRecursive: Whether to search subfolders. Symbolic links are never followed, and `folder` is skipped.
    ///   - format: The format of the results. Nil for the format of each input's name.
    /// - Throws: `PictureListError`.
    package init(inputs: [String], folder: URL, isRecursive: Bool, format: ImageFileFormat?) throws(PictureListError) {
        try self.init(inputs: inputs, names: .folder(folder), isRecursive: isRecursive, format: format)
    }

    /// Creates a list with the given naming scheme.
    ///
    /// - Parameter format: The value of `--format`. Nil for the format of each result's name.
    /// - Throws: `PictureListError`.
    package init(inputs: [String], names: ResultNames, isRecursive: Bool, format: ImageFileFormat?)
        throws(PictureListError)
    {
        if case .folder(let folder) = names { try Self.checkFolder(folder) }
        let format = names.format(chosen: format)
        let found = try PictureInputs(inputs, isRecursive: isRecursive, excluding: names.folder) { path in
            Self.isPicture(path, resultFormat: format)
        }
        var pictures = found.pictures
        // With `{number}`, a repeated picture would be written to two files.
        if case .pattern(let pattern) = names {
            pictures = Self.withoutRepetitions(pictures)
            if let picture = pictures.first(where: { $0.refusal == nil && pattern.leadsElsewhere(for: $0.path) }) {
                throw .namesFolder(picture.file.path, pattern: pattern.text)
            }
        }
        entries = try Self.distinct(
            pictures.enumerated().map { index, picture in
                // A picture that can't be read has no result.
                let output =
                    picture.refusal == nil
                    ? names.file(for: picture.path, number: index + 1, of: pictures.count, format: format)
                    : picture.file
                return Entry(input: picture.file, output: output, refusal: picture.refusal)
            }, names)
        ignoredFiles = found.ignoredFiles
    }

    /// Throws an error if a result would replace an existing file.
    package func checkNothingIsReplaced() throws(PictureListError) {
        let existing = entries.filter { $0.refusal == nil }.map(\.output.path).filter(Self.isTaken)
        if !existing.isEmpty { throw .replacesFiles(existing) }
    }

    /// Returns whether something has this name. A link that leads nowhere would be replaced, too.
    private static func isTaken(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Throws an error if the path exists and isn't a folder. This includes paths such as `a.png/.`.
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

    /// Returns the entries without repetitions. Throws an error if a file would be written twice, or an input
    /// overwritten.
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

    /// Returns whether a file in a folder is a picture by its name, and has a format that can be written.
    private static func isPicture(_ path: String, resultFormat: ImageFileFormat?) -> Bool {
        guard let format = ImageFileFormat(pathExtension: PathText(path).pathExtension) else { return false }
        return resultFormat != nil || format.isWritable
    }
}
