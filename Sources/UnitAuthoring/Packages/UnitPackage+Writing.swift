import Foundation
import ImageUnits
import UntrustedInput

extension UnitPackage {
    /// Writes the package as a zip file, which appears under its name only when it is complete. The same unit gives the
    /// same bytes.
    ///
    /// - Parameter path: The path of the file; an existing file is replaced.
    /// - Throws: `PackageError`, also for a unit that hosts would refuse.
    package func write(toPackage path: String) throws(PackageError) {
        // The unit is checked in a hidden folder, where no host finds it.
        let staged: StagedFolder
        let scratch = FileManager.default.temporaryDirectory.appendingPathComponent(bundleName, isDirectory: true)
        do throws(FileFailure) {
            staged = try StagedFolder(destination: scratch)
        } catch {
            throw .file(error)
        }
        try write(into: staged.content)
        let unit = try check(staged.content, for: nil).unit

        var listed: [UnitManifest.File] = []
        for file in files {
            listed.append(
                .init(
                    path: "\(bundleName)/\(file.path)", size: file.data.count,
                    sha256: ContentDigest.sha256(of: file.data)))
        }
        let manifest = UnitManifest(
            formatVersion: UnitManifest.formatVersion, bundle: bundleName, identifier: unit.identifier,
            version: unit.version, minimumHostVersion: unit.minimumHostVersion, files: listed)
        do throws(FileFailure) {
            let manifestData = try FileFailure.wrapping(path, "written") { try manifest.encoded() }
            let entries =
                [File(path: UnitManifest.fileName, data: manifestData)]
                + files.map { File(path: "\(bundleName)/\($0.path)", data: $0.data) }
            let archive = try ZipWriter.archive(entries, for: path)
            try FileFailure.wrapping(path, "written") {
                try archive.write(to: PathText(path).fileURL(), options: .atomic)
            }
        } catch {
            throw .file(error)
        }
    }
}
