import CoreImageEssentials
import Foundation
import UntrustedInput

/// The context for stored recipes: it supplies placeholders and picture files, but no code.
struct StoredRecipeReadingContext: RecipeReadingContext {
    let images: [String: CIImage]
    let pictures: CIRecipe.PictureAccess
    // A recipe's kernels are third-party text, like those of units.
    var marksKernelsSandboxed: Bool { !KernelTrust.isGranted.withLock { $0 } }

    func image(named name: String) throws -> CIImage {
        guard let image = images[name] else {
            throw CIRecipeError.missingImage(name: name, given: images.keys.sorted())
        }
        return image
    }

    func image(atPath path: String) throws -> CIImage {
        do {
            return try CIImage(loading: try allowed(path))
        } catch let error as ImageFileError {
            throw CIRecipeError.unreadableFile(path: path, reason: "\(error)")
        }
    }

    package func region(_ number: Int) throws -> CIKernelRegion {
        throw CIRecipeError.malformed(place: "a kernel", reason: "its region is a function of another process")
    }

    func processor(_ processor: RecipeProcessor, inputs: [CIImage]) throws -> CIImage {
        throw CIRecipeError.malformed(place: "a processor", reason: "it is code of another process")
    }

    /// Returns the file at a path, with links resolved, if the recipe may read it.
    private func allowed(_ path: String) throws(CIRecipeError) -> URL {
        switch pictures {
        case .none: throw .fileNotAllowed(path: path)
        case .anywhere: return PathText(path).fileURL()
        case .folder(let folder):
            guard let root = Self.realPath(folder.path) else {
                throw .unreadableFile(path: path, reason: "the folder \(folder.path) is not there")
            }
            let full = path.hasPrefix("/") ? path : root + "/" + path
            guard let file = Self.realPath(full) else {
                throw .unreadableFile(path: path, reason: "there is no such file")
            }
            guard file.hasPrefix(root == "/" ? root : root + "/") else { throw .fileNotAllowed(path: path) }
            return URL(fileURLWithPath: file)
        }
    }

    private static func realPath(_ path: String) -> String? {
        // `realpath` reads a path only up to its first NUL.
        guard !path.utf8.contains(0), let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }
}
