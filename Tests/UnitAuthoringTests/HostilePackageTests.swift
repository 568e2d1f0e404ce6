import Foundation
import ImageUnits
import TestSupport
import Testing

@testable import UnitAuthoring

/// Tests that malicious and damaged packages are refused with the right error and leave no files.
@Suite("Hostile packages")
struct HostilePackageTests {
    private let folder: TestFolder
    private let good: TestArchive
    private static let list = "Glow.plugin/Contents/Info.plist"

    init() throws {
        folder = try TestFolder()
        let built = try folder.unit("Glow")
        try UnitPackage(reading: built.bundle.path).write(toPackage: folder.path("good"))
        good = try TestArchive(folder.url.appendingPathComponent("good"))
    }

    private var host: UnitPackage.Host { UnitPackage.Host(version: "0.1.0", stamp: TestFolder.stamp) }

    /// Tries to install the archive and returns the error, which must leave no files behind.
    private func refusal(_ archive: TestArchive, limits: PackageLimits = .standard) throws -> PackageError? {
        let file = folder.path("bad")
        try archive.write(to: file)
        let installed = InstalledUnits(folder: folder.url.appendingPathComponent("installed"))
        let before = try folder.contents()
        do {
            _ = try installed.install(try UnitPackage(reading: file, limits: limits), for: host, force: true)
            return nil
        } catch {
            let after = try folder.contents().filter { $0.key != "installed" }
            #expect(after == before.filter { $0.key != "installed" }, "something is left")
            #expect(
                error.description.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
            return error
        }
    }

    @Test("The good package that all others are made of is installed")
    func control() throws { #expect(try refusal(good) == nil) }

    @Test(
        "Names that lead out of the bundle, or that other systems read otherwise",
        arguments: [
            "../evil", "Glow.plugin/../../evil", "/tmp/evil", "Glow.plugin//evil", "Glow.plugin/./evil",
            "Glow.plugin/..",
            "Glow.plugin\\..\\evil", "C:evil", "Glow.plugin/.hidden", "Glow.plugin/\u{1B}[31m", "Glow.plugin/a\nb",
            "Glow.plugin/" + String(repeating: "x", count: 256), String(repeating: "d/", count: 20) + "x",
        ])
    func names(name: String) throws {
        var archive = good
        try archive.addListed(name, Data("evil".utf8))
        guard case .unsafeName(_, entry: _, reason: _) = try refusal(archive) else {
            Issue.record("\(name.debugDescription): \(String(describing: try refusal(archive)))")
            return
        }
        #expect(!FileManager.default.fileExists(atPath: "/tmp/evil"))
    }

    @Test("Links and devices")
    func types() throws {
        for (type, target) in [(S_IFLNK, "/etc/passwd"), (S_IFLNK, "Info.plist"), (S_IFCHR, nil)]
            as [(mode_t, String?)]
        {
            var archive = good
            archive.entries.append(.init(path: "Glow.plugin/Contents/x", type: type, target: target))
            guard case .unsuitableEntry(_, entry: "Glow.plugin/Contents/x", kind: _) = try refusal(archive) else {
                Issue.record("\(type): \(String(describing: try refusal(archive)))")
                continue
            }
        }
    }

    @Test(
        "Names that are equal on other file systems",
        arguments: [
            list, "Glow.plugin/Contents/INFO.PLIST", "Glow.plugin/contents/x", "Glow.plugin/Contents/Info.plist/x",
            "Glow.plugin/Contents",
        ])
    func collisions(name: String) throws {
        var archive = good
        archive.entries.append(.init(path: name, data: Data("x".utf8)))
        guard case .collision = try refusal(archive) else {
            Issue.record("\(name): \(String(describing: try refusal(archive)))")
            return
        }
        archive = good
        for spelling in ["a\u{301}", "á"] {
            try archive.addListed("Glow.plugin/Contents/Resources/\(spelling)", Data())
        }
        guard case .collision = try refusal(archive) else {
            Issue.record("two spellings of á")
            return
        }
    }

    @Test("Files beside the bundle, unlisted, missing and changed files")
    func files() throws {
        let bad = folder.path("bad")
        var archive = good
        try archive.addListed("Other.plugin/Contents/Info.plist", Data())
        #expect(
            try refusal(archive) == .strayEntry(bad, entry: "Other.plugin/Contents/Info.plist", bundle: "Glow.plugin"))
        archive = good
        archive.entries.append(.init(path: "Glow.plugin/Contents/x"))
        #expect(try refusal(archive) == .unlistedFile(bad, entry: "Glow.plugin/Contents/x"))
        archive = good
        archive.entries.removeAll { $0.path == Self.list }
        #expect(try refusal(archive) == .missingFile(bad, entry: Self.list))
        for edit in [{ $0 + Data([32]) }, { Data($0.map { $0 == 0x47 ? 0x67 : $0 }) }] as [(Data) -> Data] {
            archive = good
            let index = try #require(archive.entries.firstIndex { $0.path == Self.list })
            archive.entries[index].data = edit(archive.entries[index].data)
            #expect(try refusal(archive) == .changedFile(bad, entry: Self.list))
        }
    }

    @Test("Manifests that are missing, malformed, of another format or of another unit")
    func manifests() throws {
        let bad = folder.path("bad")
        var archive = good
        archive.entries.removeAll { $0.path == "manifest.json" }
        #expect(try refusal(archive) == .missingManifest(bad))
        func edited(_ edit: (inout [String: Any]) -> Void) throws -> PackageError? {
            var archive = good
            try archive.editManifest(edit)
            return try refusal(archive)
        }
        #expect(try edited { $0["formatVersion"] = 2 } == .foreignFormat(bad, version: 2))
        #expect(try edited { $0["files"] = nil } == .malformedManifest(bad, detail: "files is missing"))
        #expect(try edited { $0["identifier"] = 3 } == .malformedManifest(bad, detail: "identifier has the wrong type"))
        for name in ["..plugin", "../Glow.plugin", "Glow", ".plugin", ""] {
            guard case .malformedManifest = try edited({ $0["bundle"] = name }) else {
                Issue.record("bundle \(name)")
                continue
            }
        }
        #expect(
            try edited { $0["identifier"] = "org.example.Other" }
                == .contradiction(bad, key: "identifier", manifest: "org.example.Other", bundle: "org.example.Glow"))
        #expect(
            try edited { $0["version"] = nil }
                == .contradiction(bad, key: "version", manifest: "left out", bundle: "1.0"))
        archive = good
        archive.entries[0].data = Data("[".utf8)
        #expect(try refusal(archive) == .malformedManifest(bad, detail: "line 1, column 2: a bracket isn't closed"))
        archive.entries[0].data = Data(String(repeating: "[", count: 1_000_000).utf8)
        #expect(
            try refusal(archive)
                == .malformedManifest(bad, detail: "line 1, column 17: it is nested more than 16 deep"))
        archive.entries[0].data = Data("{\"formatVersion\": tru}".utf8)
        #expect(try refusal(archive) == .malformedManifest(bad, detail: "it is no JSON"))
    }

    @Test("Bombs: many files, large files, and much in little")
    func bombs() throws {
        let bad = folder.path("bad")
        var archive = good
        for number in 0..<20 { try archive.addListed("Glow.plugin/Contents/Resources/\(number)", Data()) }
        var limits = PackageLimits.standard
        limits.files = 16
        #expect(try refusal(archive, limits: limits) == .tooMuch(bad, "files", limit: 16))
        archive = good
        try archive.addListed("Glow.plugin/Contents/Resources/zeros", Data(count: 8 << 20))
        #expect(try refusal(archive) == .tooDense(bad, ratio: 100))
        archive = good
        var random = SeededGenerator(seed: 1)
        let noise = Data((0..<200_000).map { _ in UInt8.random(in: 0...255, using: &random) })
        try archive.addListed("Glow.plugin/Contents/Resources/noise", noise)
        limits = .standard
        limits.bytes = 100_000
        #expect(try refusal(archive, limits: limits) == .tooMuch(bad, "bytes", limit: 100_000))
        #expect(try refusal(archive) == nil, "within the limits it is installed")
    }

    @Test("A host that is too old, and units that any host refuses")
    func hosts() throws {
        let package = try UnitPackage(reading: folder.path("good"))
        let installed = InstalledUnits(folder: folder.url.appendingPathComponent("installed"))
        let old = UnitPackage.Host(version: "0.0.9", stamp: TestFolder.stamp)
        #expect(throws: PackageError.unsuited(folder.path("good"), .hostTooOld(minimum: "0.1.0", host: "0.0.9"))) {
            try installed.install(package, for: old, force: true)
        }
        var archive = good
        let index = try #require(archive.entries.firstIndex { $0.path.hasSuffix(".cikernel") })
        let kernel = archive.entries.remove(at: index)
        try archive.editManifest { list in
            list["files"] = (list["files"] as? [[String: Any]])?.filter { $0["path"] as? String != kernel.path }
        }
        guard case .unsound(_, let problems)? = try refusal(archive) else {
            Issue.record("a unit without its kernel")
            return
        }
        #expect(problems.contains { $0.contains("Glow.cikernel is missing") })
    }

    @Test("A package cut off anywhere is refused")
    func truncated() throws {
        let bytes = try Data(contentsOf: folder.url.appendingPathComponent("good"))
        for count in stride(from: 0, to: bytes.count, by: 7) {
            try bytes.prefix(count).write(to: folder.url.appendingPathComponent("cut"))
            #expect(throws: PackageError.self, "\(count)") { try UnitPackage(reading: folder.path("cut")) }
        }
    }

    @Test("A package with any byte changed is refused, or is the same unit")
    func flipped() throws {
        let bytes = try Data(contentsOf: folder.url.appendingPathComponent("good"))
        let files = try UnitPackage(reading: folder.path("good")).files
        var refused = 0
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 0x41
            try changed.write(to: folder.url.appendingPathComponent("flipped"))
            do {
                // Times, permissions and the like may differ: they are not used.
                #expect(try UnitPackage(reading: folder.path("flipped")).files == files, "byte \(index)")
            } catch {
                refused += 1
            }
        }
        #expect(refused > bytes.count / 2)
    }
}
