import Foundation

/// The sources of a new unit, which can be written to a folder.
package protocol WritableUnit {
    /// The name of the unit.
    var name: UnitName { get }
    /// The contents of the files, by path in the unit's folder.
    var contents: [String: Data] { get }
}

extension WritableUnit {
    /// Writes the files into a new folder, `NAME` in `parent`. If this fails, no folder is left.
    ///
    /// - Returns: The folder.
    /// - Throws: `AuthoringError`, also if the folder exists already.
    package func write(into parent: URL) throws(AuthoringError) -> URL {
        let folder = parent.appendingPathComponent(name.text, isDirectory: true)
        if access(folder.path, F_OK) == 0 { throw .alreadyExists(folder.path) }
        do throws(FileFailure) {
            let staged = try StagedFolder(destination: folder)
            for (path, data) in contents {
                let file = staged.content.appendingPathComponent(path)
                try FileFailure.wrapping(folder.appendingPathComponent(path).path, "created") {
                    try FileManager.default.createDirectory(
                        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                    try data.write(to: file)
                }
            }
            try staged.commit(replacing: .never)
        } catch {
            throw .file(error)
        }
        return folder
    }
}
