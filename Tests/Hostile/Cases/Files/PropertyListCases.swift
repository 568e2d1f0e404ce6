import Foundation

extension HostileCase {
    /// Property lists that are malicious, malformed or of another format.
    static let propertyLists: [HostileCase] = [
        description("arrays nested 500 000 deep", "<plist>" + String(repeating: "<array>", count: 500_000)),
        description(
            "dictionaries nested 2000 deep",
            "<plist version=\"1.0\">" + String(repeating: "<dict><key>a</key>", count: 2000) + "<true/>"
                + String(repeating: "</dict>", count: 2000) + "</plist>"),
        description("brackets nested 4 000 000 deep, old style", String(repeating: "(", count: 4_000_000)),
        description("braces nested 1 000 000 deep, old style", String(repeating: "{a=", count: 1_000_000)),
        description("entities that double 40 times", billionLaughs),
        description(
            "an entity that names a file",
            "<!DOCTYPE plist [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><plist><dict><key>&x;</key><string>&x;</string></dict></plist>"
        ),
        description(
            "600 000 values",
            "<plist version=\"1.0\"><array>" + String(repeating: "<true/>", count: 500_000) + "</array></plist>"),
        description(
            "one text of 4 MB",
            "<plist version=\"1.0\"><string>" + String(repeating: "x", count: 4_190_000) + "</string></plist>"),
        description("8 MB", "<plist version=\"1.0\">" + String(repeating: " ", count: 8 << 20) + "</plist>"),
        description("nothing", ""),
        description("no UTF-8", Data([0x3C, 0x70, 0x6C, 0x69, 0x73, 0x74, 0x3E, 0xFF, 0xFE, 0xC0, 0x80])),
        description("an unended comment", "<plist version=\"1.0\"><!-- " + String(repeating: "-", count: 100_000)),
        description("binary: an array that holds itself", BinaryListText.list(objects: [[0xA1, 0]])),
        description("binary: arrays that double 64 times", BinaryListText.list(objects: BinaryListText.doubling(64))),
        description(
            "binary: an array of 2^63 - 1 elements", BinaryListText.list(objects: [BinaryListText.longest(0xAF)])),
        description(
            "binary: a text of 2^63 - 1 characters", BinaryListText.list(objects: [BinaryListText.longest(0x5F)])),
        description(
            "binary: wide text of 2^63 - 1 characters", BinaryListText.list(objects: [BinaryListText.longest(0x6F)])),
        description("binary: offsets beyond the end", BinaryListText.list(objects: [[0x08]], tableOffset: 1 << 60)),
        description("binary: 2^60 objects", BinaryListText.list(objects: [[0x08]], objectCount: 1 << 60)),
        description("binary: references of 200 bytes", BinaryListText.list(objects: [[0xA1, 0]], referenceSize: 200)),
        description("binary: only the header", Data("bplist00".utf8)),
        .unit("Info.plist: arrays nested 500 000 deep", .propertyList, refusal: ["Hostile.plugin", "Info.plist"]) {
            unit in
            try unit.write(HostileUnit.oneFilter("Fine"), to: HostileUnit.description)
            try unit.write("<plist>" + String(repeating: "<array>", count: 500_000), to: HostileUnit.info)
        },
    ]

    private static func description(_ name: String, _ text: String) -> HostileCase {
        description(name, Data(text.utf8))
    }

    private static func description(_ name: String, _ data: Data) -> HostileCase {
        .unit(name, .propertyList, refusal: ["Hostile.plugin", "Description.plist"]) { unit in
            try unit.writeInfo()
            try unit.write(data, to: HostileUnit.description)
        }
    }

    private static var billionLaughs: String {
        let entities = (1...40).map { "<!ENTITY e\($0) \"&e\($0 - 1);&e\($0 - 1);\">" }.joined()
        return "<!DOCTYPE plist [<!ENTITY e0 \"ha\">\(entities)]><plist version=\"1.0\"><string>&e40;</string></plist>"
    }
}

/// Binary property lists with many kinds of errors.
private enum BinaryListText {
    /// Returns a list with these encoded objects. The first is the root. The values of the trailer may be wrong.
    static func list(
        objects: [[UInt8]], tableOffset: UInt64? = nil, objectCount: UInt64? = nil, referenceSize: UInt8 = 1
    ) -> Data {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt16] = []
        for object in objects {
            offsets.append(UInt16(bytes.count))
            bytes += object
        }
        let table = UInt64(bytes.count)
        for offset in offsets { bytes += [UInt8(offset >> 8), UInt8(offset & 0xFF)] }
        bytes += [0, 0, 0, 0, 0, 0, 2, referenceSize]
        let numbers: [UInt64] = [objectCount ?? UInt64(objects.count), 0, tableOffset ?? table]
        for number in numbers {
            withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
        }
        return Data(bytes)
    }

    /// Returns an object whose count is the largest 64-bit integer.
    static func longest(_ marker: UInt8) -> [UInt8] { [marker, 0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7) }

    /// Returns arrays, each of which contains the next one twice.
    static func doubling(_ count: Int) -> [[UInt8]] {
        (1...count).map { [0xA2, UInt8($0), UInt8($0)] } + [[0x09]]
    }
}
