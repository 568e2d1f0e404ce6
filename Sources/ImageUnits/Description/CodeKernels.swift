import Foundation

/// The kernel files in a bundle's Resources that no filter in Description.plist names. The unit's code compiles them
/// when it runs.
package struct CodeKernels {
    private static let folder = Array("Contents/Resources/".utf8)
    private static let suffix = Array(".cikernel".utf8)

    /// A kernel file.
    package struct File {
        /// The path relative to the bundle.
        package let path: String
        /// The text of the file, or the reason why it can't be read.
        package let text: Result<String, ImageUnitProblem>
    }

    /// The files, sorted by path.
    package let files: [File]

    /// Reads the kernel files of a unit that has code. For a unit of kernels only, there are none.
    package init(of unit: ImageUnitDescription) {
        guard unit.filters.contains(where: { $0.kind == .executable }), let folder = UnitFolder(bundle: unit.bundle),
            let contents = try? BundleContents(folder)
        else {
            files = []
            return
        }
        let named = Set(unit.filters.compactMap(\.kernelFile))
        files = contents.entries.compactMap { entry -> File? in
            guard entry.kind == .file, entry.path.starts(with: Self.folder),
                entry.path.suffix(Self.suffix.count) == Self.suffix[...],
                let path = String(validating: entry.path, as: UTF8.self), !named.contains(path)
            else { return nil }
            do throws(ImageUnitProblem) {
                return File(path: path, text: .success(try folder.kernelText(path)))
            } catch {
                return File(path: path, text: .failure(error))
            }
        }
    }
}
