import Foundation
import ImageFiles
import UntrustedInput

/// The names of the files that results go to.
enum ResultNames: Equatable {
    /// Pictures keep their names in a folder, those of an input folder their paths in it.
    case folder(URL)
    /// Every name is made anew.
    case pattern(NamePattern)

    /// The folder in which all results are, and which is no input even where it lies in one; nil where there is none.
    var folder: URL? {
        switch self {
        case .folder(let folder): folder
        case .pattern(let pattern): pattern.folder.map { PathText($0).fileURL(isDirectory: true) }
        }
    }

    /// The format of all results; nil where each has that of its input's name.
    ///
    /// - Parameter chosen: What `--format` says.
    func format(chosen: ImageFileFormat?) -> ImageFileFormat? {
        switch self {
        case .folder: chosen
        case .pattern(let pattern): chosen ?? pattern.format
        }
    }

    /// The file for a picture's result.
    ///
    /// - Parameters:
    ///   - path: The picture's path below its folder, or its name.
    ///   - number: Its place among all pictures, from 1.
    ///   - count: How many pictures there are.
    ///   - format: The results' format; nil for that of the input's name.
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
