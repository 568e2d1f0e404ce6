import Foundation
import ImageUnits

extension UnitPackage {
    /// The version and stamp of the host that a unit is installed for.
    package struct Host: Sendable {
        let version: String
        let stamp: ImageUnitStamp

        /// Creates a host from its version, and from the stamp that Swift units must have.
        package init(version: String, stamp: ImageUnitStamp) { (self.version, self.stamp) = (version, stamp) }
    }

    /// Writes the bundle's files into an empty folder.
    func write(into folder: URL) throws(PackageError) {
        do throws(FileFailure) {
            for file in files {
                let target = folder.appendingPathComponent(file.path)
                let isProgram = file.path.hasPrefix("Contents/Linux/")
                try FileFailure.wrapping(target.path, "written") {
                    try FileManager.default.createDirectory(
                        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
                    try file.data.write(to: target)
                    try FileManager.default.setAttributes(
                        [.posixPermissions: isProgram ? 0o755 : 0o644], ofItemAtPath: target.path)
                }
            }
        } catch {
            throw .file(error)
        }
    }

    /// Reads the unit from the folder that it was written to, and checks whether it can be installed.
    ///
    /// - Parameter host: The host to install for; nil if the unit is only packed.
    func check(_ bundle: URL, for host: Host?) throws(PackageError) -> (unit: ImageUnitDescription, warnings: [String])
    {
        let check = UnitCheck(bundle: bundle)
        guard check.errors.isEmpty, let unit = check.unit else { throw .unsound(origin, check.errors) }
        if let manifest {
            let pairs: [(key: String, manifest: String?, bundle: String?)] = [
                ("identifier", manifest.identifier, unit.identifier), ("version", manifest.version, unit.version),
                ("minimumHostVersion", manifest.minimumHostVersion, unit.minimumHostVersion),
            ]
            for pair in pairs where pair.manifest != pair.bundle {
                throw .contradiction(
                    origin, key: pair.key, manifest: pair.manifest ?? "left out", bundle: pair.bundle ?? "left out")
            }
        }
        if let host, let refusal = Self.refusal(of: unit, by: host) { throw .unsuited(origin, refusal) }
        return (unit, check.warnings)
    }

    /// Returns the reason why the host would refuse the unit or its code; nil if it wouldn't.
    private static func refusal(of unit: ImageUnitDescription, by host: Host) -> ImageUnitProblem? {
        if let refusal = unit.refusal(byVersion: host.version) { return refusal }
        let executable = unit.filters.filter { $0.kind == .executable }
        if executable.contains(where: { $0.processor == nil }), let refusal = unit.executable?.refusal(by: host.stamp) {
            return refusal
        }
        guard executable.contains(where: { $0.processor != nil }) else { return nil }
        return unit.executable?.functionRefusal(byInterface: UnitBuildStamp.interfaceVersion)
    }
}
