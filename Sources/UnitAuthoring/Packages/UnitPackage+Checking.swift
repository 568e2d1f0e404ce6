import Foundation
import ImageUnits

extension UnitPackage {
    /// What the host must be for a unit to be installed.
    public struct Host: Sendable {
        let version: String
        let stamp: ImageUnitStamp

        /// A host of a version, which Swift units are built for with a stamp.
        public init(version: String, stamp: ImageUnitStamp) { (self.version, self.stamp) = (version, stamp) }
    }

    /// Writes the bundle's files into a folder, which holds nothing yet.
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

    /// Reads the unit where it was written and says why it can't be installed, if it can't.
    ///
    /// - Parameter host: nil where it is only packed, for whatever host.
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

    /// Why the host would not load the unit or its code.
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
