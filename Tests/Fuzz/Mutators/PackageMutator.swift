import Foundation

/// Makes packages of units: zip files with a manifest, of which any part may be wrong.
package enum PackageMutator {
    /// A package and its mutations, each of which affects one part.
    package struct Package {
        /// The files of the unit.
        package var unit: UnitFiles
        var manifestChanges: [SplitMix] = []
        var zipChanges: [SplitMix] = []

        /// Creates a valid package of a unit.
        package init(_ unit: UnitFiles) { self.unit = unit }
    }

    /// Returns the package with one more mutation: of the unit, of the manifest or of the zip file.
    package static func changed(_ package: Package, _ random: inout SplitMix) -> Package {
        var package = package
        switch random.below(3) {
        case 0: package.unit = UnitMutator.changed(package.unit, &random)
        case 1: package.manifestChanges.append(SplitMix(seed: random.next()))
        default: package.zipChanges.append(SplitMix(seed: random.next()))
        }
        return package
    }

    /// Returns the package's bytes.
    ///
    /// - Parameter digest: Returns the SHA-256 of bytes in hexadecimal, for the manifest.
    package static func bytes(of package: Package, digest: ([UInt8]) -> String) -> [UInt8] {
        let bundle = "Fuzzed.plugin"
        var files: [(path: String, entry: ZipFile.Entry)] = []
        for (path, content) in package.unit.entries.sorted(by: { $0.key < $1.key }) {
            let name = "\(bundle)/\(path)"
            var entry = ZipFile.Entry(name: Array(name.utf8), data: [])
            switch content {
            case .file(let bytes): entry.data = bytes
            case .link(let target): (entry.data, entry.mode) = (Array(target.utf8), 0o120777)
            case .folder: (entry.name, entry.mode) = (entry.name + [UInt8(ascii: "/")], 0o040755)
            case .pipe: entry.mode = 0o010600
            }
            files.append((name, entry))
        }
        var manifest = manifest(of: package.unit, bundle: bundle, files: files, digest: digest)
        var changes = package.manifestChanges
        for index in changes.indices where !changes[index].once(in: 12) {
            manifest = TreeMutator.changed(manifest, &changes[index])
        }
        var text = manifest.json
        for index in changes.indices where changes[index].once(in: 6) {
            text = MarkupMutator.changed(text, &changes[index])
        }
        var zip = ZipFile(entries: [ZipFile.Entry(name: Array("manifest.json".utf8), data: text)] + files.map(\.entry))
        var bytes: [UInt8]?
        for var random in package.zipChanges {
            if random.once(in: 4) {
                bytes = ByteMutator.changed(bytes ?? zip.bytes, &random)
            } else {
                change(&zip, &random)
            }
        }
        return bytes ?? zip.bytes
    }

    private static func manifest(
        of unit: UnitFiles, bundle: String, files: [(path: String, entry: ZipFile.Entry)], digest: ([UInt8]) -> String
    ) -> PropertyTree {
        var info: PropertyTree?
        if case .file(let bytes)? = unit.entries[UnitFiles.infoPath] { info = PropertyTree(propertyList: bytes) }
        let listed = files.filter { $0.entry.mode & 0o170000 == 0o100000 }.map { file in
            PropertyTree.dictionary([
                .init("path", .text(file.path)), .init("size", .integer("\(file.entry.data.count)")),
                .init("sha256", .text(digest(file.entry.data))),
            ])
        }
        return .dictionary([
            .init("formatVersion", .integer("1")), .init("bundle", .text(bundle)),
            .init("identifier", info?.value(of: "CFBundleIdentifier") ?? .text("org.example.none")),
            .init("version", info?.value(of: "CFBundleShortVersionString") ?? .null),
            .init("minimumHostVersion", info?.value(of: "CoreImageMinimumVersion") ?? .null),
            .init("files", .array(listed)),
        ])
    }

    private static let names = [
        "", "/", "..", "../a", "/etc/passwd", "Fuzzed.plugin/../../a", "Fuzzed.plugin//a", "Fuzzed.plugin/./a",
        "Fuzzed.plugin/a\\b", "C:\\a",
        "Fuzzed.plugin/a\u{0}b", "Fuzzed.plugin/\u{202E}gnp", "Fuzzed.plugin/e\u{301}", "Fuzzed.plugin/\u{E9}",
        "manifest.json", "MANIFEST.JSON",
        "Fuzzed.plugin", "Fuzzed.plugin/Contents/info.plist", "Fuzzed.plugin/Contents/Info.plist", "a/b",
        String(repeating: "a/", count: 400) + "b",
        "Fuzzed.plugin/" + String(repeating: "a", count: 300),
    ]
    private static let sizes: [UInt32] = [0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF]

    private static func change(_ zip: inout ZipFile, _ random: inout SplitMix) {
        guard !zip.entries.isEmpty else { return }
        let place = random.below(zip.entries.count)
        switch random.below(15) {
        case 0: zip.entries.remove(at: place)
        case 1: zip.entries.append(zip.entries[place])
        case 2: zip.entries[place].name = Array(random.element(names).utf8)
        case 3: zip.entries[place].localName = Array(random.element(names).utf8)
        case 4: zip.entries[place].name = [0xFF, 0xFE, UInt8(ascii: "/")] + zip.entries[place].name
        case 5:
            zip.entries[place].mode = random.element([
                0o120777, 0o040755, 0o020666, 0o010666, 0o140666, 0o104755, 0, 0xFFFF,
            ])
        case 6: zip.entries[place].method = random.element([8, 1, 9, 12, 14, 93, 95, 99, 0xFFFF])
        case 7: zip.entries[place].flags = random.element([0, 1, 8, 0x41, 0x2000, 0xFFFF])
        case 8: zip.entries[place].size = random.element(sizes)
        case 9: zip.entries[place].packedSize = random.element(sizes)
        case 10: zip.entries[place].checksum = random.element(sizes)
        case 11: zip.entries[place].offset = random.element(sizes)
        case 12:
            // Extra fields, which may be cut off: 64-bit sizes, times, owners, Unicode names.
            let tag: UInt16 = random.element([1, 0x5455, 0x7875, 0x7075, 0x6C78, 0x9901, 0])
            let length: UInt16 = random.element([0, 1, 4, 8, 24, 0xFFFF])
            zip.entries[place].extra =
                [UInt8(tag & 0xFF), UInt8(tag >> 8), UInt8(length & 0xFF), UInt8(length >> 8)]
                + Array(repeating: UInt8(random.below(256)), count: random.element([0, 4, 8, 24]))
        case 13: zip.count = random.element([0, 1, 0xFFFF])
        default:
            if random.once(in: 2) {
                zip.directoryOffset = random.element(sizes)
            } else {
                zip.comment = Array(repeating: 0x50, count: random.element([1, 22, 65535]))
            }
        }
    }
}
