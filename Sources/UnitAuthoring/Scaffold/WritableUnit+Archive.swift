import Foundation

extension WritableUnit {
    /// Returns the files as a zip file, in a folder with the unit's name.
    ///
    /// - Throws: `AuthoringError`.
    package func archive() throws(AuthoringError) -> Data {
        let files = contents.sorted { $0.key < $1.key }.map {
            UnitPackage.File(path: "\(name)/\($0.key)", data: $0.value)
        }
        do throws(FileFailure) {
            return try ZipWriter.archive(files, for: "\(name).zip")
        } catch {
            throw .file(error)
        }
    }
}
