import Foundation
import KernelLanguage

/// Why nothing is read or written: inputs, or the folder for the results, that don't go together.
enum PictureListError: Error, Equatable {
    /// The folder can't be looked into.
    case unreadableFolder(String, reason: String)
    /// There is nothing to do.
    case noPictures(inputs: [String])
    /// What is to be the folder of the results is a file.
    case notAFolder(String)
    /// Two inputs would become one file.
    case sameOutput(String, first: String, second: String)
    /// A pattern makes one file's name of two inputs.
    case sameName(String, first: String, second: String, pattern: String)
    /// A result would take the place of an input.
    case replacesInput(String, input: String)
    /// Results would take the place of files that are there already.
    case replacesFiles([String])
}

extension PictureListError: CustomStringConvertible {
    var description: String {
        switch self {
        case .unreadableFolder(let folder, let reason):
            "\(printable(folder)): the folder can't be read: \(printable(reason))"
        case .noPictures(let inputs):
            "there are no pictures in \(inputs.map { printable($0) }.joined(separator: ", ")); "
                + "name files, or add --recursive to look into folders inside"
        case .notAFolder(let path): "-o \(printable(path)): this is a file; name a folder"
        case .sameOutput(let output, let first, let second):
            "\(printable(first)) and \(printable(second)) would both be written to \(printable(output)); "
                + "rename one, or write them into different folders"
        case .sameName(let output, let first, let second, let pattern):
            "\(printable(first)) and \(printable(second)) would both be written to \(printable(output)); "
                + "add {folder}, {ext} or {number} to -o \(printable(pattern))"
        case .replacesInput(let output, let input):
            "\(printable(output)) would take the place of the input \(printable(input)); choose another folder with -o"
        case .replacesFiles(let files):
            "\(printable(files.first ?? ""))\(files.count > 1 ? " and \(files.count - 1) more" : "") "
                + "would be replaced; choose another folder with -o, or add --overwrite"
        }
    }
}
