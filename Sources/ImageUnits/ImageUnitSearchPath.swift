import Foundation
import UntrustedInput

/// The folders that are scanned for image units, in order.
///
/// A value of plain paths. Creating one doesn't access the file system, and folders that don't exist are no error. Safe
/// to share between threads.
package struct ImageUnitSearchPath: Sendable, Hashable {
    /// The folders in the order in which they are scanned.
    package var folders: [URL]

    /// Creates a search path of `folders`, in this order, and nothing else.
    package init(folders: [URL]) {
        self.folders = folders
    }

    /// Returns the folders of this system: `$COREIMAGE_UNITS` (colon separated), `$XDG_DATA_HOME/Graphics/Image Units`
    /// (by default `~/.local/share/…`), `~/Library/Graphics/Image Units`, `/Library/Graphics/Image Units`,
    /// `/usr/local/lib/image-units` and `/usr/lib/image-units`.
    ///
    /// - Parameter environment: The environment variables, by default those of this process. Relative and empty entries
    ///   are ignored, since they would depend on the current folder.
    package static func standard(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> ImageUnitSearchPath {
        var paths = (environment["COREIMAGE_UNITS"] ?? "").split(separator: ":").map(String.init)
        let home = environment["HOME"] ?? NSHomeDirectory()
        paths.append(userFolder(environment: environment).path)
        paths.append(home + "/Library/Graphics/Image Units")
        paths += ["/Library/Graphics/Image Units", "/usr/local/lib/image-units", "/usr/lib/image-units"]
        return ImageUnitSearchPath(
            folders: paths.filter { $0.hasPrefix("/") }.map { URL(fileURLWithPath: $0, isDirectory: true) })
    }

    /// Returns the folder for units of this user alone: `$XDG_DATA_HOME/Graphics/Image Units`.
    package static func userFolder(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> URL {
        let home = environment["HOME"] ?? NSHomeDirectory()
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/share"
        return URL(fileURLWithPath: data + "/Graphics/Image Units", isDirectory: true)
    }

    /// Returns every folder named `*.plugin` directly inside one of the folders: in the order of the folders, sorted by
    /// name in each.
    ///
    /// A unit that is reached twice, through a symbolic link or a repeated folder, is listed once. Hidden entries,
    /// plain files and dangling links are left out. No file of a unit is read.
    package func bundles() -> [URL] {
        var found: [URL] = []
        var seen: Set<FileName> = []
        for folder in folders {
            // Foundation can't open a bundle whose name isn't UTF-8.
            let names = ((try? FolderListing.names(in: folder.path)) ?? []).compactMap(\.text)
            for name in names where name.hasSuffix(".plugin") && !name.hasPrefix(".") {
                let bundle = folder.appendingPathComponent(name, isDirectory: true)
                guard let place = UnitFolder(bundle: bundle)?.root, seen.insert(FileName(place)).inserted else {
                    continue
                }
                found.append(bundle)
            }
        }
        return found
    }
}
