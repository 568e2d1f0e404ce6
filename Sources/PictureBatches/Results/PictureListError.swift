import Foundation
import UntrustedInput

/// The reason why a list of inputs can't be processed, or doesn't match the folder for the results.
package enum PictureListError: Error, Equatable {
    /// The folder can't be read.
    case unreadableFolder(String, reason: String)
    /// There are no pictures.
    case noPictures(inputs: [String], isRecursive: Bool)
    /// The path for the results' folder is a file.
    case notAFolder(String)
    /// Two inputs have the same result file.
    case sameOutput(String, first: String, second: String)
    /// The pattern gives two inputs the same result file.
    case sameName(String, first: String, second: String, pattern: String)
    /// The pattern makes a name of a picture's that stands for a folder, such as `..`.
    case namesFolder(String, pattern: String)
    /// A result would replace an input.
    case replacesInput(String, input: String)
    /// Results would replace existing files.
    case replacesFiles([String])
}

extension PictureListError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadableFolder(let folder, let reason):
            "\(printable(folder)): the folder can't be read: \(printable(reason)); change its permissions, or run as its owner"
        case .noPictures(let inputs, let isRecursive):
            "there are no pictures in \(inputs.map { printable($0) }.joined(separator: ", ")); "
                + (isRecursive ? "name others" : "name files, or add --recursive to look into folders inside")
        case .notAFolder(let path): "-o \(printable(path)): this is a file; name a folder"
        case .sameOutput(let output, let first, let second):
            "\(printable(first)) and \(printable(second)) would both be written to \(printable(output)); "
                + "rename one, or write them into different folders"
        case .sameName(let output, let first, let second, let pattern):
            "\(printable(first)) and \(printable(second)) would both be written to \(printable(output)); "
                + "add {folder}, {ext} or {number} to -o \(printable(pattern))"
        case .namesFolder(let picture, let pattern):
            "\(printable(picture)): {name} of -o \(printable(pattern)) would be a folder's for this picture, . or ..; "
                + "rename the picture, or write {number} instead"
        case .replacesInput(let output, let input):
            "\(printable(output)) would take the place of the input \(printable(input)); choose another folder with -o"
        case .replacesFiles(let files):
            "\(printable(files.first ?? ""))\(files.count > 1 ? " and \(files.count - 1) more" : "") "
                + "would be replaced; choose another folder with -o, or add --overwrite"
        }
    }
}
