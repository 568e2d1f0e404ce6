import Foundation
import ImageFiles
import UntrustedInput

/// The naming scheme for the files of results.
package enum ResultNames: Equatable, Sendable {
    /// Results keep their names in a folder. Pictures of an input folder keep their relative paths.
    case folder(URL)
    /// Names are made from a pattern.
    case pattern(NamePattern)

    /// The folder of all results, which is skipped if it is inside an input folder. Nil if there is none.
    var folder: URL? {
        switch self {
        case .folder(let folder): folder
        case .pattern(let pattern): pattern.folder.map { PathText($0).fileURL(isDirectory: true) }
        }
    }

    /// Returns the format of all results, or nil if each result has the format of its input's name.
    ///
    /// - Parameter chosen: The value of `--format`.
    func format(chosen: ImageFileFormat?) -> ImageFileFormat? {
        switch self {
        case .folder: chosen
        case .pattern(let pattern): chosen ?? pattern.format
        }
    }

    /// Returns the file for a picture's result.
    ///
    /// - Parameters:
    ///   - path: The picture's path relative to its folder, or its name.
    ///   - number: The picture's position among all pictures, from 1.
    ///   - count: The number of all pictures.
    ///   - format: The format of the results. Nil for the format of the input's name.
    func file(for path: String, number: Int, of count: Int, format: ImageFileFormat?) -> URL {
        switch self {
        case .folder(let folder):
            let file = folder.appendingPathComponent(path)
            guard let format, ImageFileFormat(pathExtension: file.pathExtension) != format else { return file }
            return file.deletingPathExtension().appendingPathExtension(format.extensions[0])
        case .pattern(let pattern):
            return PathText(pattern.name(for: path, number: number, of: count, format: format)).fileURL()
        }
    }
}
