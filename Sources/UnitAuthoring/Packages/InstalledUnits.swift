import Foundation
import ImageUnits
import UntrustedInput

/// A folder of installed units.
package struct InstalledUnits: Sendable {
    /// The folder; it need not exist.
    package let folder: URL

    /// Reads units in another process; nil to read them in this one.
    private let scanner: UnitScanner?

    /// Creates a value for the units in a folder.
    ///
    /// - Parameter scanner: Reads the units, so that a malformed one can't crash this process.
    package init(folder: URL, scanner: UnitScanner? = nil) { (self.folder, self.scanner) = (folder, scanner) }

    /// Returns the folder of this user's units, `$XDG_DATA_HOME/Graphics/Image Units`.
    package static func standard(
        scanner: UnitScanner? = nil, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> InstalledUnits {
        InstalledUnits(folder: ImageUnitSearchPath.userFolder(environment: environment), scanner: scanner)
    }

    /// A unit in the folder.
    package struct Unit: Sendable {
        /// `Name.plugin` in the folder; may be a symbolic link.
        package let bundle: URL
        /// The bundle identifier; nil if the unit can't be read.
        package let identifier: String?
        /// The version that the unit states; nil if there is none.
        package let version: String?

        /// The folder's name without `.plugin`.
        package var name: String { bundle.deletingPathExtension().lastPathComponent }
    }

    /// Returns all units by name, including broken ones and symbolic links.
    func units() -> [Unit] {
        // Foundation can't open names that aren't UTF-8, and `install` doesn't create them.
        let names = ((try? FolderListing.names(in: folder.path)) ?? []).compactMap(\.text)
        let bundles = names.filter { $0.hasSuffix(".plugin") && !$0.hasPrefix(".") }.map {
            folder.appendingPathComponent($0, isDirectory: true)
        }
        let descriptions =
            scanner?.scan(bundles).map(\.unit) ?? bundles.map { ImageUnitDescription.read(at: $0).unit }
        return zip(bundles, descriptions).map { bundle, unit in
            Unit(bundle: bundle, identifier: unit?.identifier, version: unit?.version)
        }
    }

    /// Installs a unit into the folder, completely or not at all.
    ///
    /// - Parameter force: Whether to replace a later version, or a unit of the same name that can't be read.
    /// - Returns: The installed unit, the unit that it replaced, and warnings as whole lines.
    /// - Throws: `PackageError`; the folder is then unchanged.
    package func install(_ package: UnitPackage, for host: UnitPackage.Host, force: Bool) throws(PackageError)
        -> (unit: Unit, replaced: Unit?, warnings: [String])
    {
        let destination = folder.appendingPathComponent(package.bundleName, isDirectory: true)
        let staged: StagedFolder
        do throws(FileFailure) {
            staged = try StagedFolder(destination: destination)
        } catch {
            throw .file(error)
        }
        try package.write(into: staged.content)
        // The scanner may use another process, so that a crash while reading doesn't end this one.
        if let failure = scanner?.scan(staged.content).readerFailure { throw .unsound(package.origin, [failure]) }
        let (unit, warnings) = try package.check(staged.content, for: host)
        let lock = try locked()
        defer { withExtendedLifetime(lock) {} }
        let replaced = try replaceable(by: unit, named: package.bundleName, force: force)
        do throws(FileFailure) {
            let isInPlace = replaced.map { FileName($0.bundle.lastPathComponent) } == FileName(package.bundleName)
            try staged.commit(replacing: isInPlace ? .always : .never, isDurable: true)
            if let replaced, !isInPlace { try StagedFolder.remove(replaced.bundle) }
        } catch {
            throw .file(error)
        }
        let installed = Unit(bundle: destination, identifier: unit.identifier, version: unit.version)
        return (installed, replaced, warnings)
    }

    /// Locks the folder, so that no other process installs or removes units.
    private func locked() throws(PackageError) -> FolderLock {
        do throws(FileFailure) { return try FolderLock(folder.path) } catch { throw .file(error) }
    }

    /// Returns the installed unit that the new one replaces; nil if there is none.
    private func replaceable(by unit: ImageUnitDescription, named bundleName: String, force: Bool) throws(PackageError)
        -> Unit?
    {
        let installed = units()
        if let other = installed.first(where: { FileName($0.bundle.lastPathComponent) == FileName(bundleName) }),
            other.identifier != unit.identifier
        {
            // A unit that can't be read has no identifier to compare.
            guard other.identifier == nil, force else {
                throw .nameTaken(other.bundle.path, identifier: other.identifier ?? "which can't be read")
            }
            return other
        }
        let same = installed.filter { $0.identifier == unit.identifier }
        for other in same {
            let (offered, present) = (unit.version ?? "0", other.version ?? "0")
            if !force, present.compare(offered, options: .numeric) == .orderedDescending {
                throw .olderVersion(unit.identifier, offered: offered, installed: present)
            }
        }
        return same.first { FileName($0.bundle.lastPathComponent) == FileName(bundleName) } ?? same.first
    }

    /// Removes a unit, which disappears from the folder at once.
    ///
    /// - Parameter name: Its identifier, or the name of its folder with or without `.plugin`.
    /// - Throws: `PackageError` if no unit or more than one matches.
    package func uninstall(_ name: String) throws(PackageError) -> Unit {
        // A folder that doesn't exist can't be locked, and contains no unit.
        let lock = access(folder.path, F_OK) == 0 ? try locked() : nil
        defer { withExtendedLifetime(lock) {} }
        let installed = units()
        let meant = installed.filter { unit in
            unit.identifier == name || unit.name == name || unit.bundle.lastPathComponent == name
        }
        guard let unit = meant.first else {
            let known = installed.flatMap { [$0.name] + ($0.identifier.map { [$0] } ?? []) }
            throw .notInstalled(name, folder: folder.path, nearest: NearestName.of(name, among: known))
        }
        guard meant.count == 1 else { throw .ambiguous(name, meant.map(\.bundle.path)) }
        do throws(FileFailure) {
            try StagedFolder.remove(unit.bundle)
        } catch {
            throw .file(error)
        }
        return unit
    }
}
