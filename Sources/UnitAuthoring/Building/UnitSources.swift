import Foundation
import UntrustedInput

/// The folder of a unit's sources, with the paths of its parts.
///
/// Info.plist and Resources are in the folder itself, or in `Unit`, so that SwiftPM ignores them. Code is in `Sources`,
/// in folders of any depth.
package struct UnitSources: Sendable {
    /// The absolute path of the folder.
    package let folder: URL
    /// The unit's name: the name of the folder.
    package let name: String
    /// The folder of Info.plist and Resources: `folder`, or `Unit` in it.
    package let bundleParts: URL
    /// The files below `Sources` that are compiled as Swift.
    let swiftFiles: [URL]
    /// The files below `Sources` that are compiled as C.
    let cFiles: [URL]

    /// Finds the parts of a unit in a folder.
    ///
    /// - Throws: `AuthoringError` if the folder lacks a part that every unit needs.
    package init(folder path: String) throws(AuthoringError) {
        folder = PathText(path).fileURL(isDirectory: true).standardizedFileURL
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue else {
            throw .notAFolder(path)
        }
        name = folder.lastPathComponent
        let manager = FileManager.default
        if manager.fileExists(atPath: folder.appendingPathComponent("Contents/Info.plist").path) {
            throw .builtBundle(path)
        }
        let unit = folder.appendingPathComponent("Unit", isDirectory: true)
        bundleParts = manager.fileExists(atPath: unit.appendingPathComponent("Info.plist").path) ? unit : folder
        for part in ["Info.plist", "Resources/Description.plist"] {
            guard manager.fileExists(atPath: bundleParts.appendingPathComponent(part).path) else {
                throw .missingPart(folder: path, part: part)
            }
        }
        let code = folder.appendingPathComponent("Sources")
        let files = manager.fileExists(atPath: code.path) ? try FolderContents.files(below: code).map(\.url) : []
        swiftFiles = files.filter { $0.pathExtension == "swift" }
        cFiles = files.filter { $0.pathExtension == "c" }
    }

    /// Whether there are sources to compile.
    var hasCode: Bool { !swiftFiles.isEmpty || !cFiles.isEmpty }

    /// The folder of kernels, Description.plist and other resources.
    package var resources: URL { bundleParts.appendingPathComponent("Resources", isDirectory: true) }

    /// The folder in which bundles are built unless another one is given.
    package var defaultOutput: URL { folder.appendingPathComponent("build", isDirectory: true) }
}
