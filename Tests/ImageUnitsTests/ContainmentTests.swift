import Foundation
import Glibc
import ImageUnits
import Testing

@Suite("A unit can't reach outside its bundle")
struct ContainmentTests {
    @Test(
        "Kernel files named outside the bundle are refused",
        arguments: ["../../../secret", "/etc/passwd", "a/../../../secret.cikernel", ".."])
    func traversal(name: String) throws {
        let unit = try TestUnit(filters: TestUnit.filter(kernel: name))
        try "kernel".write(toFile: unit.folder.path + "/secret.cikernel", atomically: true, encoding: .utf8)
        #expect(unit.read().errors == [.escapesBundle(path: name)])
        #expect(unit.read().unit?.filters.isEmpty == true)
    }

    @Test("A link that leads outside is refused, one inside is followed")
    func links() throws {
        let unit = try TestUnit(filters: TestUnit.filter("Out", kernel: "Out") + TestUnit.filter("In", kernel: "In"))
        let resources = unit.path("Contents/Resources")
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: resources + "/Out.cikernel", withDestinationPath: "/etc/passwd")
        try manager.createSymbolicLink(atPath: resources + "/In.cikernel", withDestinationPath: "Glow.cikernel")
        let reading = unit.read()
        #expect(reading.unit?.filters.map(\.name) == ["In"])
        #expect(reading.errors == [.escapesBundle(path: "Contents/Resources/Out.cikernel")])
        // A link put there after the check is caught when the text is read.
        let filter = try #require(reading.filter)
        try manager.removeItem(atPath: resources + "/In.cikernel")
        try manager.createSymbolicLink(atPath: resources + "/In.cikernel", withDestinationPath: "/etc/passwd")
        #expect { try filter.kernelSource() } throws: {
            ($0 as? ImageUnitIssue)?.problem == .escapesBundle(path: "Contents/Resources/In.cikernel")
        }
    }

    @Test("A sibling folder whose name starts with the bundle's is outside")
    func sibling() throws {
        let unit = try TestUnit(filters: TestUnit.filter(kernel: "Near"))
        let near = unit.folder.path + "/Sample.plugin2"
        try FileManager.default.createDirectory(atPath: near, withIntermediateDirectories: true)
        try "kernel".write(toFile: near + "/k", atomically: true, encoding: .utf8)
        try FileManager.default.createSymbolicLink(
            atPath: unit.path("Contents/Resources/Near.cikernel"), withDestinationPath: near + "/k")
        #expect(unit.read().errors == [.escapesBundle(path: "Contents/Resources/Near.cikernel")])
    }

    @Test("A pipe or a folder in place of a file ends in an error, not in waiting")
    func specialFiles() throws {
        let unit = try TestUnit(filters: TestUnit.filter(kernel: "Pipe") + TestUnit.filter("Fff", kernel: "Folder"))
        #expect(mkfifo(unit.path("Contents/Resources/Pipe.cikernel"), 0o600) == 0)
        try FileManager.default.createDirectory(
            atPath: unit.path("Contents/Resources/Folder.cikernel"), withIntermediateDirectories: true)
        #expect(unit.read().errors.count == 2)
        try FileManager.default.removeItem(atPath: unit.path("Contents/Info.plist"))
        #expect(mkfifo(unit.path("Contents/Info.plist"), 0o600) == 0)
        let reading = unit.read()
        #expect(reading.unit == nil)
        #expect(reading.errors == [.unreadableFile(path: "Contents/Info.plist", reason: "it is not a regular file")])
    }

    @Test("Files have a size limit")
    func sizes() throws {
        let unit = try TestUnit(filters: TestUnit.filter())
        let filter = try #require(unit.read().filter)
        try unit.write("Contents/Resources/Glow.cikernel", Data(count: FilterDescription.kernelSizeLimit + 1))
        #expect { try filter.kernelSource() } throws: {
            ($0 as? ImageUnitIssue)?.problem
                == .fileTooLarge(path: "Contents/Resources/Glow.cikernel", limit: FilterDescription.kernelSizeLimit)
        }
        try unit.write("Contents/Info.plist", Data(count: ImageUnitDescription.propertyListSizeLimit + 1))
        #expect(
            unit.read().errors == [
                .fileTooLarge(path: "Contents/Info.plist", limit: ImageUnitDescription.propertyListSizeLimit)
            ])
    }

    @Test("Kernel text is UTF-8, with a byte order mark or without")
    func text() throws {
        let unit = try TestUnit(filters: TestUnit.filter())
        let filter = try #require(unit.read().filter)
        try unit.write("Contents/Resources/Glow.cikernel", Data([0xEF, 0xBB, 0xBF]) + Data("// für".utf8))
        #expect(try filter.kernelSource()?.text == "// für")
        try unit.write("Contents/Resources/Glow.cikernel", Data([0x2F, 0x2F, 0xFC]))
        #expect { try filter.kernelSource() } throws: {
            ($0 as? ImageUnitIssue)?.problem == .undecodableText(path: "Contents/Resources/Glow.cikernel")
        }
    }

    @Test("Names from a unit can't play tricks on a terminal")
    func terminal() throws {
        let unit = try TestUnit(filters: TestUnit.filter("Evil&#10;&#9;\u{202E}name", kernel: "None"))
        let text = try #require(unit.read().issues.first).description
        #expect(text.contains("Evil\u{FFFD}\u{FFFD}\u{FFFD}name"))
        #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
    }

    @Test("No folder, an unreadable one and an empty one")
    func noBundle() throws {
        let reading = ImageUnitDescription.read(at: URL(fileURLWithPath: "/no/such.plugin"))
        #expect(reading.unit == nil)
        #expect(reading.errors == [.notAFolder])
        #expect(try TestUnit().read().errors == [.missingFile(path: "Contents/Info.plist", nearest: nil)])
    }
}
