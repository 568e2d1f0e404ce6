import Foundation
import UntrustedInput

/// The folder of a unit's sources, looked at: what stands where.
///
/// Info.plist and Resources stand in the folder itself or, so that SwiftPM need not know them, in `Unit`; code stands in `Sources`, in folders
/// of any depth.
public struct UnitSources: Sendable {
    /// The folder, absolute.
    public let folder: URL
    /// The unit's name, which is the folder's.
    public let name: String
    /// Where Info.plist and Resources are: `folder`, or `Unit` in it.
    public let parts: URL
    /// The files below `Sources` that are compiled as Swift.
    let swiftFiles: [URL]
    /// The files below `Sources` that are compiled as C.
    let cFiles: [URL]

    /// Looks at a folder.
    ///
    /// - Throws: `AuthoringError` when the folder lacks what every unit has.
    public init(folder path: String) throws(AuthoringError) {
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
        parts = manager.fileExists(atPath: unit.appendingPathComponent("Info.plist").path) ? unit : folder
        for part in ["Info.plist", "Resources/Description.plist"] {
            guard manager.fileExists(atPath: parts.appendingPathComponent(part).path) else {
                throw .missingPart(folder: path, part: part)
            }
        }
        let code = folder.appendingPathComponent("Sources")
        let files = manager.fileExists(atPath: code.path) ? try FolderContents.files(below: code).map(\.url) : []
        swiftFiles = files.filter { $0.pathExtension == "swift" }
        cFiles = files.filter { $0.pathExtension == "c" }
    }

    /// Whether there is something to compile.
    var hasCode: Bool { !swiftFiles.isEmpty || !cFiles.isEmpty }

    /// Where kernels and lists stand.
    public var resources: URL { parts.appendingPathComponent("Resources", isDirectory: true) }

    /// Where bundles are built unless another folder is named.
    public var defaultOutput: URL { folder.appendingPathComponent("build", isDirectory: true) }
}
