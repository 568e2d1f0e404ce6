import Foundation
import Glibc
import UntrustedInput

extension ValidationCheck {
    /// Checks the folders and files of the bundle.
    static let bundleStructure = ValidationCheck(
        unit: "bundle-structure", level: 1,
        reason:
            "A bundle that is distributed must not contain links to files outside of it, pipes, or files with set-user-ID or set-group-ID bits."
    ) { unit, _ in
        let bundle = unit.bundle
        guard let root = BundleEntries.canonical(bundle.path) else {
            return .failed([
                Finding("\(printable(bundle.path)) does not exist or can't be read", remedy: "name the unit's folder")
            ])
        }
        var failures: [Finding] = []
        var warnings: [Finding] = []
        if bundle.pathExtension != "plugin" {
            failures.append(
                Finding(
                    "\(printable(bundle.lastPathComponent)) is not named like a unit, so that no host finds it",
                    remedy: "give the folder the extension .plugin"))
        }
        for file in ["Contents/Info.plist", "Contents/Resources/Description.plist"]
        where access(root + "/" + file, R_OK) != 0 {
            failures.append(Finding("\(file) is missing or can't be read", remedy: "add it to the bundle"))
        }
        let entries = BundleEntries(root: root)
        failures += entries.offences
        if entries.isCut {
            warnings.append(
                Finding(
                    "the bundle has more than \(BundleEntries.limit) files; the others were not looked at",
                    remedy: "leave out what the unit doesn't need"))
        }
        return .of(failures: failures, warnings: warnings)
    }
}

/// The files in a bundle. Links aren't followed.
private struct BundleEntries {
    static let limit = 10_000

    private(set) var offences: [Finding] = []
    private(set) var isCut = false

    init(root: String) {
        var pending = [""]
        var seen = 0
        while let folder = pending.popLast() {
            let names = ((try? FileManager.default.contentsOfDirectory(atPath: root + "/" + folder)) ?? []).sorted()
            for name in names {
                seen += 1
                if seen > Self.limit {
                    isCut = true
                    return
                }
                let path = folder.isEmpty ? name : folder + "/" + name
                if look(at: path, root: root) { pending.append(path) }
            }
        }
    }

    /// Records what is wrong with an entry. Returns whether it is a folder to descend into.
    private mutating func look(at path: String, root: String) -> Bool {
        var status = stat()
        guard lstat(root + "/" + path, &status) == 0 else { return false }
        let shown = printable(path)
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return true
        case S_IFREG:
            if status.st_mode & (S_ISUID | S_ISGID) != 0 {
                offences.append(
                    Finding("\(shown) runs with its owner's rights", remedy: "take the bit away with chmod ug-s"))
            }
        case S_IFLNK:
            let place = Self.canonical(root + "/" + path)
            if place == nil {
                offences.append(Finding("\(shown) is a link to nothing", remedy: "remove it, or copy the file"))
            } else if place?.hasPrefix(root + "/") == false {
                offences.append(
                    Finding("\(shown) is a link that leads outside the bundle", remedy: "copy the file into the bundle")
                )
            }
        default: offences.append(Finding("\(shown) is not a file, a folder or a link", remedy: "remove it"))
        }
        return false
    }

    static func canonical(_ path: String) -> String? {
        guard !path.utf8.contains(0), let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
