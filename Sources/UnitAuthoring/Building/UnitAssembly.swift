import Foundation
import ImageUnits

/// A bundle under construction. It is assembled beside its destination, and moved there when it is complete and has
/// passed a host's checks.
package final class UnitAssembly {
    private let bundleParts: URL
    private let name: String
    private let info: UnitInfoList
    private let staged: StagedFolder
    private var stamp: UnitBuildStamp?
    private var libraryName: String?

    /// A folder for temporary files of the build, deleted together with this object.
    var scratch: URL { staged.scratch }

    /// Copies the resources into a new bundle.
    ///
    /// - Parameters:
    ///   - bundleParts: The folder of Info.plist and Resources.
    ///   - name: The unit's name.
    ///   - output: The folder in which to create `NAME.plugin`.
    package init(_ bundleParts: URL, name: String, into output: URL) throws(AuthoringError) {
        (self.bundleParts, self.name) = (bundleParts, name)
        info = try UnitInfoList(at: bundleParts.appendingPathComponent("Info.plist"), product: name)
        try info.check()
        let resources = bundleParts.appendingPathComponent("Resources")
        let files = try FolderContents.files(below: resources)
        do throws(FileFailure) {
            staged = try StagedFolder(destination: output.appendingPathComponent("\(name).plugin", isDirectory: true))
        } catch {
            throw .file(error)
        }
        for file in files {
            let target = staged.content.appendingPathComponent("Contents/Resources/\(file.path)")
            try Self.copy(file.url, to: target, permissions: 0o644)
        }
    }

    /// Adds the unit's library. `make` writes it to the path that it is passed.
    package func addLibrary(
        stamped stamp: UnitBuildStamp, make: (_ target: URL) throws(AuthoringError) -> Void
    ) throws(AuthoringError) {
        let name = try info.executableName()
        let folder = staged.content.appendingPathComponent("Contents/Linux", isDirectory: true)
        do throws(FileFailure) {
            try FileFailure.wrapping(folder.path, "created") {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            }
        } catch {
            throw .file(error)
        }
        try make(folder.appendingPathComponent(name))
        (self.stamp, libraryName) = (stamp, name)
    }

    /// Writes Info.plist, checks the bundle as a host would, and moves it to its destination.
    ///
    /// - Parameter codeCheck: Checks the code of the bundle before it is moved.
    package func finish(compilerText: String = "", codeCheck: UnitCodeCheck? = nil) throws(AuthoringError) -> BuiltUnit
    {
        let list = staged.content.appendingPathComponent("Contents/Info.plist")
        let data = try info.stamped(with: stamp)
        do throws(FileFailure) {
            try FileFailure.wrapping(list.path, "written") { try data.write(to: list) }
        } catch {
            throw .file(error)
        }
        let check = UnitCheck(bundle: staged.content, kernels: bundleParts.appendingPathComponent("Resources"))
        // Warnings are included, since they often explain the errors.
        guard check.errors.isEmpty else { throw .unsound(check.warnings + check.errors) }
        let findings = stamp == nil ? [] : codeCheck?.findings(staged.content) ?? []
        guard !findings.contains(where: \.isError) else { throw .unsound(check.warnings + findings.map(\.text)) }
        do throws(FileFailure) {
            try staged.commit(replacing: .always)
        } catch {
            throw .file(error)
        }
        // The description is read again at the destination, so that it has the final paths.
        guard let unit = ImageUnitDescription.read(at: staged.destination).unit else {
            throw .file(
                FileFailure(staged.destination.path, "read", reason: "another program changed it during the build"))
        }
        let text = compilerText.isEmpty ? [] : [compilerText]
        return BuiltUnit(
            bundle: staged.destination, description: unit, warnings: text + check.warnings + findings.map(\.text),
            library: libraryName.map { staged.destination.appendingPathComponent("Contents/Linux/\($0)") })
    }

    static func copy(_ file: URL, to target: URL, permissions: Int) throws(AuthoringError) {
        do throws(FileFailure) {
            try FileFailure.wrapping(target.path, "written") {
                try FileManager.default.createDirectory(
                    at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
                try FileManager.default.copyItem(at: file, to: target)
                try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: target.path)
            }
        } catch {
            throw .file(error)
        }
    }
}
