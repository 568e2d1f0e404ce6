import Foundation
import Testing

@testable import ImageUnits

@Suite("Fingerprint")
struct FingerprintTests {
    private func unit() throws -> TestUnit { try TestUnit(filters: TestUnit.filter()) }

    @Test(
        "SHA-256 as published, in whatever pieces",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func published(text: String, expected: String) {
        let whole = ContentDigest()
        whole.add(Array(text.utf8))
        #expect(whole.finish() == expected)
        let pieces = ContentDigest()
        for byte in text.utf8 { pieces.add([byte]) }
        #expect(pieces.finish() == expected)
    }

    @Test("every change of a bundle gives another fingerprint, and taking it back gives the first one")
    func changes() throws {
        let unit = try unit()
        let kernel = "Contents/Resources/Glow.cikernel"
        let files = FileManager.default
        let first = try UnitFingerprint(of: unit.bundle)
        var seen: Set<UnitFingerprint> = [first]
        func expectNew(_ what: String) throws {
            #expect(try seen.insert(UnitFingerprint(of: unit.bundle)).inserted, "\(what)")
        }
        let text = try Data(contentsOf: URL(fileURLWithPath: unit.path(kernel)))
        for index in [0, text.count / 2, text.count - 1] {
            var changed = text
            changed[index] ^= 1
            try unit.write(kernel, changed)
            try expectNew("byte \(index)")
        }
        try unit.write(kernel, text.dropLast())
        try expectNew("one byte less")
        try unit.write(kernel, text)
        #expect(try UnitFingerprint(of: unit.bundle) == first)

        try files.moveItem(atPath: unit.path(kernel), toPath: unit.path("Contents/Resources/Glov.cikernel"))
        try expectNew("a renamed file")
        try files.moveItem(atPath: unit.path("Contents/Resources/Glov.cikernel"), toPath: unit.path(kernel))
        try unit.write("Contents/empty", "")
        try expectNew("an empty file")
        try files.removeItem(atPath: unit.path("Contents/empty"))
        try files.createDirectory(atPath: unit.path("Contents/empty"), withIntermediateDirectories: false)
        try expectNew("an empty folder")
        try files.removeItem(atPath: unit.path("Contents/empty"))
        for target in ["Info.plist", "Resources"] {
            try files.createSymbolicLink(atPath: unit.path("Contents/empty"), withDestinationPath: target)
            try expectNew("a link to \(target)")
            try files.removeItem(atPath: unit.path("Contents/empty"))
        }
        #expect(try UnitFingerprint(of: unit.bundle) == first)
    }

    @Test("moving bytes from one file to the next changes the fingerprint")
    func boundaries() throws {
        let unit = try TestUnit()
        var seen: Set<UnitFingerprint> = []
        for (a, b) in [("xy", ""), ("x", "y"), ("", "xy")] {
            try unit.write("a", a)
            try unit.write("b", b)
            seen.insert(try UnitFingerprint(of: unit.bundle))
        }
        #expect(seen.count == 3)
    }

    @Test("the place of a bundle, and the times of its files, don't count")
    func place() throws {
        let unit = try unit()
        let copy = unit.folder.appendingPathComponent("Copy.plugin")
        try FileManager.default.copyItem(at: unit.bundle, to: copy)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: copy.path + "/Contents/Info.plist")
        #expect(try UnitFingerprint(of: unit.bundle) == UnitFingerprint(of: copy))
    }

    @Test("a pipe in a bundle is not waited for; links out of it are not followed")
    func specials() throws {
        let unit = try unit()
        let before = try UnitFingerprint(of: unit.bundle)
        #expect(mkfifo(unit.path("Contents/pipe"), 0o600) == 0)
        #expect(symlink("/", unit.path("Contents/everything")) == 0)
        #expect(symlink("loop", unit.path("Contents/loop")) == 0)
        #expect(try UnitFingerprint(of: unit.bundle) != before)
    }

    @Test("bundles larger or deeper than a unit may be have none, and say why")
    func limits() throws {
        let large = try unit()
        try large.write("Contents/large", "")
        #expect(truncate(large.path("Contents/large"), off_t(BundleContents.sizeLimit)) == 0)
        #expect(throws: ImageUnitProblem.tooLarge(limit: 256 << 20)) { try UnitFingerprint(of: large.bundle) }
        #expect(ImageUnitProblem.tooLarge(limit: 256 << 20).message.contains("256 MiB"))

        let refusal = ImageUnitProblem.tooManyFiles(limit: 10_000, depth: 16)
        let deep = try unit()
        let path = Array(repeating: "d", count: 17).joined(separator: "/")
        try FileManager.default.createDirectory(atPath: deep.path(path), withIntermediateDirectories: true)
        #expect(throws: refusal) { try UnitFingerprint(of: deep.bundle) }

        let wide = try unit()
        for number in 0...BundleContents.entryLimit { close(creat(wide.path("Contents/\(number)"), 0o600)) }
        #expect(throws: refusal) { try UnitFingerprint(of: wide.bundle) }

        #expect(throws: ImageUnitProblem.notAFolder) {
            try UnitFingerprint(of: URL(fileURLWithPath: "/no/such/Unit.plugin"))
        }
    }

    @Test("only texts of 64 hexadecimal digits are read as fingerprints")
    func digits() throws {
        let unit = try unit()
        let fingerprint = try UnitFingerprint(of: unit.bundle)
        #expect(UnitFingerprint(hexadecimal: fingerprint.description) == fingerprint)
        for text in ["", String(fingerprint.hexadecimal.dropLast()), fingerprint.hexadecimal.dropLast() + "g"] {
            #expect(UnitFingerprint(hexadecimal: text) == nil)
        }
        #expect(UnitFingerprint(hexadecimal: String(repeating: "A", count: 64)) == nil)
    }
}
