import Foundation
import ImageUnits
import Synchronization
import Testing

@testable import UnitAuthoring

@Suite("Installed units")
struct InstalledUnitsTests {
    private let folder: TestFolder
    private let installed: InstalledUnits
    private let host = UnitPackage.Host(version: "0.1.0", stamp: TestFolder.stamp)

    init() throws {
        folder = try TestFolder()
        installed = InstalledUnits(folder: folder.url.appendingPathComponent("installed"))
    }

    /// Builds and installs a version of a unit.
    @discardableResult
    private func install(
        _ name: String, version: String = "1.0", identifier: String? = nil, force: Bool = false
    ) throws -> (unit: InstalledUnits.Unit, replaced: InstalledUnits.Unit?, warnings: [String]) {
        try? FileManager.default.removeItem(atPath: folder.path(name))
        let built = try folder.unit(name) { unit in
            try folder.edit("\(unit)/Info.plist", "<string>1.0</string>", "<string>\(version)</string>")
            if let identifier { try folder.edit("\(unit)/Info.plist", "org.example.\(name)", identifier) }
        }
        return try installed.install(try UnitPackage(reading: built.bundle.path), for: host, force: force)
    }

    private var names: [String] { ImageUnitSearchPath(folders: [installed.folder]).bundles().map(\.lastPathComponent) }

    @Test("Later versions replace earlier ones, not the other way round unless forced")
    func versions() throws {
        #expect(try install("Glow").replaced == nil)
        #expect(try install("Glow", version: "1.10").replaced?.version == "1.0")
        #expect(throws: PackageError.olderVersion("org.example.Glow", offered: "1.9", installed: "1.10")) {
            try install("Glow", version: "1.9")
        }
        #expect(installed.units().map(\.version) == ["1.10"])
        #expect(try install("Glow", version: "1.9", force: true).replaced?.version == "1.10")
        #expect(installed.units().map(\.version) == ["1.9"])
        #expect(try install("Glow", version: "1.9").replaced?.version == "1.9")
    }

    @Test("A unit under a new folder name takes the place of the old one")
    func renamed() throws {
        try install("Glow")
        #expect(try install("Shine", version: "2.0", identifier: "org.example.Glow").replaced?.name == "Glow")
        #expect(names == ["Shine.plugin"])
    }

    @Test("Another unit's name isn't taken, unless nobody can tell whose it is and it is forced")
    func takenNames() throws {
        try install("Glow")
        let place = folder.path("installed/Glow.plugin")
        #expect(throws: PackageError.nameTaken(place, identifier: "org.example.Glow")) {
            try install("Glow", identifier: "org.other.Glow", force: true)
        }
        try folder.write("installed/Glow.plugin/Contents/Info.plist", "broken")
        #expect(throws: PackageError.self) { try install("Glow") }
        #expect(try folder.text("installed/Glow.plugin/Contents/Info.plist") == "broken")
        #expect(try install("Glow", force: true).unit.identifier == "org.example.Glow")
    }

    @Test("Uninstalling takes the unit that is meant, by identifier, name or folder, broken ones too")
    func uninstalling() throws {
        for name in ["org.example.Glow", "Glow", "Glow.plugin"] {
            try install("Glow")
            try install("Shine")
            #expect(try installed.uninstall(name).name == "Glow")
            #expect(names == ["Shine.plugin"])
        }
        try folder.write("installed/Broken.plugin/x", "")
        #expect(try installed.uninstall("Broken").identifier == nil)
        #expect(throws: PackageError.notInstalled("Shin", folder: installed.folder.path, nearest: "Shine")) {
            try installed.uninstall("Shin")
        }
        #expect(throws: PackageError.self) { try installed.uninstall("../installed/Shine.plugin") }
        #expect(try Set(folder.contents("installed").keys.filter { !$0.contains("/") }) == ["Shine.plugin"])
    }

    @Test("A name that is one unit's folder and another's identifier is refused with both")
    func ambiguous() throws {
        try install("Glow")
        try FileManager.default.moveItem(
            atPath: folder.path("installed/Glow.plugin"), toPath: folder.path("installed/Kept.plugin"))
        try install("Glow", identifier: "org.other.Glow")
        try FileManager.default.moveItem(
            atPath: folder.path("installed/Glow.plugin"), toPath: folder.path("installed/org.example.Glow.plugin"))
        let error = #expect(throws: PackageError.self) { try installed.uninstall("org.example.Glow") }
        let text = try #require(error).description
        #expect(text.contains("Kept.plugin") && text.contains("org.example.Glow.plugin"))
        #expect(names.count == 2)
    }

    @Test("A link to a unit is removed, and not the unit")
    func link() throws {
        let built = try folder.unit("Glow")
        try FileManager.default.createDirectory(at: installed.folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: installed.folder.appendingPathComponent("Glow.plugin"), withDestinationURL: built.bundle)
        _ = try installed.uninstall("Glow")
        #expect(names == [])
        #expect(ImageUnitDescription.read(at: built.bundle).issues.isEmpty)
    }

    @Test("Installed by many at the same time, the unit is there once and whole")
    func concurrent() throws {
        let built = try folder.unit("Glow")
        let package = try UnitPackage(reading: built.bundle.path)
        DispatchQueue.concurrentPerform(iterations: 8) { [installed, host] _ in
            for _ in 0..<5 { _ = try? installed.install(package, for: host, force: false) }
        }
        #expect(ImageUnitDescription.read(at: installed.folder.appendingPathComponent("Glow.plugin")).issues.isEmpty)
        #expect(try Set(folder.contents("installed").keys.filter { !$0.contains("/") }) == ["Glow.plugin"])
    }

    @Test("Library folders are programs' and others' files are not; nothing is executable but the library")
    func permissions() throws {
        let sources = try folder.scaffold("InkTone", .c)
        let built = try TestFolder.builder(sources).build(into: sources.defaultOutput)
        try UnitPackage(reading: built.bundle.path).write(toPackage: folder.path("package"))
        let unit = try installed.install(try UnitPackage(reading: folder.path("package")), for: host, force: false).unit
        for (file, mode) in [("Linux/InkTone", 0o755), ("Info.plist", 0o644)] {
            let path = unit.bundle.appendingPathComponent("Contents/\(file)").path
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == mode)
        }
    }

    @Test("A library for another machine is refused")
    func architecture() throws {
        let sources = try folder.scaffold("InkTone", .c)
        let built = try TestFolder.builder(sources).build(into: sources.defaultOutput)
        try folder.edit(
            "InkTone/build/InkTone.plugin/Contents/Info.plist", ImageUnitStamp.hostArchitecture, "m68k")
        let error = #expect(throws: PackageError.self) {
            try installed.install(try UnitPackage(reading: built.bundle.path), for: host, force: true)
        }
        #expect(try #require(error).description.contains("m68k"))
        #expect(installed.units().isEmpty)
    }

    @Test("Two that install the same unit for the first time at once both succeed")
    func atOnce() throws {
        let built = try folder.unit("Glow")
        let package = try UnitPackage(reading: built.bundle.path)
        for _ in 0..<5 {
            try? FileManager.default.removeItem(at: installed.folder)
            let errors = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { [installed, host] _ in
                do { _ = try installed.install(package, for: host, force: true) } catch {
                    errors.withLock { $0.append("\(error)") }
                }
            }
            #expect(errors.withLock { $0 } == [])
            #expect(names == ["Glow.plugin"])
            #expect(try FileManager.default.contentsOfDirectory(atPath: installed.folder.path) == ["Glow.plugin"])
        }
    }

    @Test("The remedy in an error matches its cause")
    func remedies() throws {
        let place = "/units/Glow.plugin"
        #expect(
            FileFailure(place, "created", code: EEXIST).description
                == "\(place): it can't be created: File exists; something of this name has appeared there meanwhile; look at it, and try again"
        )
        #expect(FileFailure(place, "written", code: EFBIG).remedy.contains("ulimit -f"))
        #expect(FileFailure(place, "written", code: ENOSPC).remedy == "free room there")
        try FileManager.default.createDirectory(at: installed.folder, withIntermediateDirectories: true)
        let lock = try FolderLock(installed.folder.path)
        let failure = #expect(throws: FileFailure.self) {
            try FolderLock(installed.folder.path, timeout: .milliseconds(30))
        }
        #expect(failure?.description.contains("another program installs or removes units there") == true)
        withExtendedLifetime(lock) {}
    }
}
