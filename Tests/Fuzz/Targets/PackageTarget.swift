import CoreImage
import Foundation
import ImageUnits

@testable import UnitAuthoring

extension FuzzTarget {
    /// Packages: they are read, compared with their manifests, installed and removed.
    static let packages = FuzzTarget(name: "packages", longestInput: 65_536, changesPerSeed: 100) { bytes in
        let folder = try FuzzFolder.shared.get().url.appendingPathComponent("packages")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("Fuzzed.imageunit")
        try Data(bytes).write(to: file)
        let installed = folder.appendingPathComponent("installed")
        do throws(PackageError) {
            let package = try UnitPackage(reading: file.path)
            let units = InstalledUnits(folder: installed)
            let host = UnitPackage.Host(version: CIPlugIn.hostVersion, stamp: .ofFuzzedHost)
            let unit = try units.install(package, for: host, force: false).unit
            _ = try units.uninstall(unit.bundle.lastPathComponent)
        } catch {
            try FuzzFinding.expectPrintable("\(error)", lines: true)
        }
        let left = names(in: installed)
        try FuzzFinding.expect(left.isEmpty, "the folder of installed units holds \(left)")
        let beside = names(in: folder).filter { !["Fuzzed.imageunit", "installed"].contains($0) }
        try FuzzFinding.expect(beside.isEmpty, "a package was unpacked as \(beside)")
    }

    private static func names(in folder: URL) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    }
}

extension ImageUnitStamp {
    /// A stamp that no unit has.
    fileprivate static let ofFuzzedHost = ImageUnitStamp(
        compiler: "none", interface: "none", architecture: hostArchitecture)
}
