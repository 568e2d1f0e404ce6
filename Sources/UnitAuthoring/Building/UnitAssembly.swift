import Foundation
import ImageUnits

/// A bundle while it is put together: beside its place, and moved there when it is whole and a host would take it.
public final class UnitAssembly {
    private let parts: URL
    private let name: String
    private let info: UnitInfoList
    private let staged: StagedFolder
    private var stamp: UnitBuildStamp?
    private var libraryName: String?

    /// A folder for what is needed only while the bundle is built; it goes away with this object.
    var scratch: URL { staged.scratch }

    /// Copies the resources into a new bundle.
    ///
    /// - Parameters:
    ///   - parts: The folder of Info.plist and Resources.
    ///   - name: The unit's name.
    ///   - output: The folder where `NAME.plugin` is to be.
    public init(_ parts: URL, name: String, into output: URL) throws(AuthoringError) {
        (self.parts, self.name) = (parts, name)
        info = try UnitInfoList(at: parts.appendingPathComponent("Info.plist"), product: name)
        try info.check()
        let resources = parts.appendingPathComponent("Resources")
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

    /// Has `make` write the unit's library to the place it is given.
    public func addLibrary(
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

    /// Writes Info.plist, checks the bundle as a host would, and puts it into its place.
    ///
    /// - Parameter codeCheck: Says what is wrong with the code of the bundle, which isn't in its place yet.
    public func finish(compilerText: String = "", codeCheck: UnitCodeCheck? = nil) throws(AuthoringError) -> BuiltUnit {
        let list = staged.content.appendingPathComponent("Contents/Info.plist")
        let data = try info.stamped(with: stamp)
        do throws(FileFailure) {
            try FileFailure.wrapping(list.path, "written") { try data.write(to: list) }
        } catch {
            throw .file(error)
        }
        let check = UnitCheck(bundle: staged.content, kernels: parts.appendingPathComponent("Resources"))
        // A warning often says why there are errors.
        guard check.errors.isEmpty else { throw .unsound(check.warnings + check.errors) }
        let findings = stamp == nil ? [] : codeCheck?.findings(staged.content) ?? []
        guard !findings.contains(where: \.isError) else { throw .unsound(check.warnings + findings.map(\.text)) }
        do throws(FileFailure) {
            try staged.commit(replacing: .always)
        } catch {
            throw .file(error)
        }
        // Read once more, for its paths to be the final ones.
        guard let unit = ImageUnitDescription.read(at: staged.destination).unit else {
            throw .file(FileFailure(staged.destination.path, "read", reason: "somebody changed it meanwhile"))
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
