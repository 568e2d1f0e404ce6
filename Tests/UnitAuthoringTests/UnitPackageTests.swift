import CArchive
import Foundation
import ImageUnits
import Testing

@testable import UnitAuthoring

@Suite("Packages")
struct UnitPackageTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test("A package holds the bundle's files, and packing again gives the same bytes")
    func roundTrip() throws {
        let built = try folder.unit("Glow") { try folder.write("\($0)/Resources/Körnung 粒.txt", "ö") }
        let package = try UnitPackage(reading: built.bundle.path)
        try package.write(toPackage: folder.path("one"))
        try package.write(toPackage: folder.path("two"))
        #expect(try folder.contents()["one"] == folder.contents()["two"])
        let read = try UnitPackage(reading: folder.path("one"))
        #expect(read.files == package.files)
        #expect(read.bundleName == "Glow.plugin")
        #expect(read.manifest?.identifier == "org.example.Glow" && read.manifest?.version == "1.0")
        // The package must hold the same files as the bundle on the disk.
        let onDisk = try folder.contents("Glow/build/Glow.plugin").compactMapValues { $0 }
        #expect(Dictionary(uniqueKeysWithValues: read.files.map { ($0.path, $0.data) }) == onDisk)
    }

    @Test("A unit that hosts would refuse isn't packed, and an earlier package stays")
    func broken() throws {
        let built = try folder.unit("Glow")
        try folder.write("Glow.imageunit", "earlier")
        try "kernel vec4 glow(sampler s) { return smaple(s); }".write(
            to: built.bundle.appendingPathComponent("Contents/Resources/Glow.cikernel"), atomically: true,
            encoding: .utf8)
        let package = try UnitPackage(reading: built.bundle.path)
        #expect(throws: PackageError.self) { try package.write(toPackage: folder.path("Glow.imageunit")) }
        #expect(try folder.text("Glow.imageunit") == "earlier")
    }

    @Test("Folders and files that are no units are refused in words")
    func foreign() throws {
        try folder.write("text", "not a zip file")
        try folder.write("empty", "")
        _ = try folder.scaffold("Glow")
        for (name, words) in [
            ("text", "no package of an image unit"), ("empty", "no package of an image unit"),
            ("Glow", "build it with 'coreimage units build'"), ("none", "can't be read: No such file"),
        ] {
            let error = #expect(throws: PackageError.self) { try UnitPackage(reading: folder.path(name)) }
            #expect(try #require(error).description.contains(words))
        }
        let pipe = folder.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(throws: PackageError.notAPackage(pipe, detail: "it is no regular file")) {
            try UnitPackage(reading: pipe)
        }
    }

    @Test("A tar archive of the same files is no package")
    func tar() throws {
        let built = try folder.unit("Glow")
        try UnitPackage(reading: built.bundle.path).write(toPackage: folder.path("good"))
        try TestArchive(folder.url.appendingPathComponent("good")).write(
            to: folder.path("tar"), format: archive_write_set_format_pax)
        #expect(throws: PackageError.self) { try UnitPackage(reading: folder.path("tar")) }
    }
}
