import Foundation
import ImageUnits
import UntrustedInput

extension UnitPackage {
    /// Writes the package as a zip file, which appears under its name when it is whole. The same unit gives the same bytes.
    ///
    /// - Parameter path: The file; an earlier one is replaced.
    /// - Throws: `PackageError` for a unit that hosts would refuse, too.
    public func write(toPackage path: String) throws(PackageError) {
        // Checked where it is no bundle that anybody finds.
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
