import Foundation
import Testing

@testable import CacheFiles
@testable import ImageUnits

@Suite("Scan cache")
struct ScanCacheTests {
    private let cacheFolder =
        FileManager.default.temporaryDirectory.appendingPathComponent("scans-\(UUID().uuidString)").path

    /// A scanner that trusts the modification times of files that were just written, so that tests needn't wait for the
    /// file system's clock to advance.
    private func scanner(_ languages: [String] = ["en"], host: String = "test", settlingTime: Int = -2) -> UnitScanner {
        UnitScanner(cache: ScanCache(path: cacheFolder), host: host, languages: languages, settlingTime: settlingTime)
    }

    private func removeCache() { try? FileManager.default.removeItem(atPath: cacheFolder) }

    private func unit() throws -> TestUnit {
        try TestUnit(filters: TestUnit.filter(inputs: TestUnit.input("inputImage", "CIImage")))
    }

    /// Changes the version in the cached scan of a unit, so that a test can tell it from a new scan.
    private func mark(_ unit: TestUnit, _ change: (inout ScanCache.Entry) -> Void = { _ in }) throws {
        let key = scanner().key(of: unit.bundle, root: try #require(UnitFolder(bundle: unit.bundle)).root)
        let cache = ScanCache(path: cacheFolder)
        var entry = try #require(cache.entry(for: key))
        entry.scan.unit?.version = "marked"
        change(&entry)
        cache.store(entry, for: key)
    }

    private func isMarked(_ scan: UnitScan) -> Bool { scan.unit?.version == "marked" }

    private func touch(_ unit: TestUnit, _ file: String) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: unit.path(file))
    }

    @Test("an unchanged unit is not read again, a touched one is compared, a changed one is read")
    func levels() throws {
        defer { removeCache() }
        let unit = try unit()
        let first = scanner().scan(unit.bundle)
        #expect(first.unit?.filters.map(\.name) == ["Glow"] && first.kernels["Glow"]?.name == "glow")
        try mark(unit)
        #expect(isMarked(scanner().scan(unit.bundle)))
        try touch(unit, "Contents/Info.plist")
        #expect(isMarked(scanner().scan(unit.bundle)), "the bytes are the same")
        try mark(unit) { $0.scan.fingerprint = nil }
        #expect(isMarked(scanner().scan(unit.bundle)), "the new times were noted")

        try unit.write("Contents/Resources/new.txt", "")
        let changed = scanner().scan(unit.bundle)
        #expect(!isMarked(changed) && changed.fingerprint != first.fingerprint)
        #expect(changed.unit == first.unit)
    }

    @Test("until clocks have ticked, the bytes decide and not the times")
    func unsettled() throws {
        defer { removeCache() }
        let unit = try unit()
        _ = scanner(settlingTime: 3).scan(unit.bundle)
        // An entry with the present times and another fingerprint, as after two changes within one tick of the clock.
        let other = try #require(UnitFingerprint(hexadecimal: String(repeating: "0", count: 64)))
        try mark(unit) {
            #expect(!$0.isSettled)
            $0.scan.fingerprint = other
        }
        let scan = scanner(settlingTime: 3).scan(unit.bundle)
        #expect(!isMarked(scan))
        #expect(try scan.fingerprint == UnitFingerprint(of: unit.bundle))
    }

    @Test("another unit in the same place with the same sizes and times is told apart")
    func replaced() throws {
        defer { removeCache() }
        let unit = try unit()
        let kernel = "Contents/Resources/Glow.cikernel"
        try touch(unit, kernel)
        _ = scanner().scan(unit.bundle)
        let text = try String(contentsOfFile: unit.path(kernel), encoding: .utf8)
        try unit.write(kernel, text.replacingOccurrences(of: "glow", with: "flow"))
        try touch(unit, kernel)
        #expect(scanner().scan(unit.bundle).kernels["Glow"]?.name == "flow")
    }

    @Test("what is cached is what was scanned, for every kind of value")
    func roundTrip() throws {
        defer { removeCache() }
        let attributes = """
            <key>CIUIParameterSet</key><dict><key>a</key><real>nan</real><key>b</key><real>inf</real>
            <key>c</key><real>-inf</real><key>d</key><date>2020-02-03T04:05:06Z</date><key>e</key><data>AAEC</data>
            <key>f</key><array><true/><integer>-7</integer><string>x</string></array></dict>
            """
        let number =
            "<key>CIAttributeDefault</key><real>0.1</real><key>CIAttributeMin</key><integer>0</integer>"
            + "<key>CIAttributeSliderMax</key><real>2</real><key>CIAttributeIdentity</key><real>0</real>"
        let inputs = [
            TestUnit.input("inputImage", "CIImage", attributes),
            TestUnit.input("inputAmount", "NSNumber", number),
            TestUnit.input("inputTint", "CIColor", "<key>CIAttributeDefault</key><string>1 0.5 0 1</string>"),
            TestUnit.input("inputCenter", "CIVector", "<key>CIAttributeDefault</key><string>[1 2]</string>"),
        ].joined()
        let unit = try TestUnit(
            filters: TestUnit.filter(inputs: inputs) + TestUnit.filter("Broken", kernel: "Nowhere")
                + "<key>Coded</key><dict><key>CIFilterClass</key><string>Coded</string></dict>",
            info: "<key>CFBundleExecutable</key><string>Code</string>")
        try unit.write(
            "Contents/Resources/Glow.cikernel",
            "kernel vec4 glow(sampler s, float a, __color t, vec2 c) { return sample(s, samplerCoord(s)) * a * t * c.x; }"
        )
        try unit.write(
            "Contents/Linux/Code", Data(try Data(contentsOf: URL(fileURLWithPath: "/proc/self/exe")).prefix(64)))
        let first = scanner().scan(unit.bundle)
        #expect(first.kernels.keys.sorted() == ["Glow"])
        #expect(first.refusedFilters.map(\.name) == ["Broken"])
        #expect(first.unit?.executable != nil)
        try mark(unit)
        var second = scanner().scan(unit.bundle)
        #expect(isMarked(second))
        second.unit?.version = first.unit?.version
        // NaN isn't equal to itself, so the scans are compared as text.
        #expect(second.findings == first.findings && second.fingerprint == first.fingerprint)
        #expect(sortedText(second) == sortedText(first))
    }

    private func sortedText(_ scan: UnitScan) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return (try? encoder.encode(scan)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    @Test("nothing of a description is lost in the cache")
    func completeness() throws {
        // Synthesised Codable conformances store every property. A type that lists its coding keys could omit some.
        let input = InputDescription(name: "inputX", className: "NSNumber", displayName: "X", attributes: [:])
        let unit = try unit()
        let filter = try #require(scanner().scan(unit.bundle).unit?.filters.first)
        defer { removeCache() }
        for value in [input as any Encodable, filter] {
            let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value)) as? [String: Any]
            let stored = Mirror(reflecting: value).children.filter { child in
                let mirror = Mirror(reflecting: child.value)
                return mirror.displayStyle != .optional || !mirror.children.isEmpty
            }
            #expect(object?.count == stored.count, "\(type(of: value))")
        }
    }

    @Test("a cache that is damaged anywhere counts as empty, and heals")
    func damage() throws {
        defer { removeCache() }
        let unit = try unit()
        let expected = scanner().scan(unit.bundle)
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: cacheFolder).first)
        let path = cacheFolder + "/" + name
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        func check(_ bytes: Data, _ what: String) throws {
            try bytes.write(to: URL(fileURLWithPath: path))
            #expect(scanner().scan(unit.bundle) == expected, "\(what)")
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count == whole.count, "\(what): not healed")
        }
        // Every byte of the header, then some of the key and of the scan.
        for index in whole.indices where index < 40 || index % 97 == 0 {
            var bytes = whole
            bytes[index] ^= 0x10
            try check(bytes, "byte \(index)")
        }
        for count in stride(from: 0, to: whole.count, by: 211) { try check(whole.prefix(count), "length \(count)") }
        try check(whole + whole, "twice as long")
        // Valid cache files whose object is no scan, or a scan of another layout.
        let key = scanner().key(of: unit.bundle, root: try #require(UnitFolder(bundle: unit.bundle)).root)
        for text in ["", "{}", "[1]", "\u{0}", "{\"snapshot\":\"x\",\"isSettled\":true,\"scan\":{}}"] {
            DiskCache(path: cacheFolder).store(Array(text.utf8), for: key)
            #expect(scanner().scan(unit.bundle) == expected, "\(text)")
        }
    }

    @Test("a cache that can't be written, or that others may write, is not used and no error")
    func unwritable() throws {
        defer { removeCache() }
        let unit = try unit()
        let expected = scanner().scan(unit.bundle)
        for path in ["/proc/nowhere/cache", "/dev/null", "/dev/null/x"] {
            let scanner = UnitScanner(cache: ScanCache(path: path), host: "test", languages: ["en"])
            #expect(scanner.scan(unit.bundle) == expected)
        }
        try mark(unit)
        #expect(chmod(cacheFolder, 0o777) == 0)
        #expect(!isMarked(scanner().scan(unit.bundle)))
    }

    @Test("scans are cached for each language and host")
    func contexts() throws {
        defer { removeCache() }
        let unit = try unit()
        try unit.write("Contents/Resources/de.lproj/Description.strings", "\"Glow\" = \"Leuchten\";")
        #expect(scanner(["en"]).scan(unit.bundle).unit?.filters.first?.displayName == "Glow")
        #expect(scanner(["de"]).scan(unit.bundle).unit?.filters.first?.displayName == "Leuchten")
        #expect(scanner(["en"]).scan(unit.bundle).unit?.filters.first?.displayName == "Glow")
        try mark(unit)
        #expect(isMarked(scanner().scan(unit.bundle)))
        #expect(!isMarked(scanner(host: "another").scan(unit.bundle)))
    }

    @Test("many scanners at once agree")
    func concurrency() throws {
        defer { removeCache() }
        let units = try (0..<6).map { try TestUnit("Unit\($0)", filters: TestUnit.filter("Glow\($0)")) }
        let bundles = units.map(\.bundle)
        let expected = UnitScanner(cache: nil, host: "test", languages: ["en"]).scan(bundles)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<10 {
                // Each scan uses a new scanner, as another process does.
                let scans = scanner().scan(bundles)
                if scans != expected { Issue.record("scans differ") }
            }
        }
        withExtendedLifetime(units) {}
    }

    @Test("a unit too large to be told from others keeps its kernels, and says why its code can't run")
    func withoutFingerprint() throws {
        let unit = try TestUnit(
            filters: TestUnit.filter(inputs: TestUnit.input("inputImage", "CIImage"))
                + "<key>Coded</key><dict><key>CIFilterClass</key><string>Coded</string></dict>")
        try unit.write("Contents/large", "")
        #expect(truncate(unit.path("Contents/large"), off_t(BundleContents.sizeLimit + 1)) == 0)
        let scan = scanner().scan(unit.bundle)
        #expect(scan.fingerprint == nil && scan.kernels["Glow"] != nil)
        #expect(scan.findings.contains { $0.isError && $0.filter == nil && $0.text.contains("256 MiB") })
        #expect(scan.isSameVersion(as: scanner().scan(unit.bundle)))
    }
}
