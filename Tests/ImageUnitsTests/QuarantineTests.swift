import Foundation
import Testing

@testable import ImageUnits

@Suite("Quarantine")
struct QuarantineTests {
    private let folder =
        FileManager.default.temporaryDirectory.appendingPathComponent("quarantine-\(UUID().uuidString)").path

    private func fingerprint(_ digit: Character) throws -> UnitFingerprint {
        try #require(UnitFingerprint(hexadecimal: String(repeating: digit, count: 64)))
    }

    private func offence(_ digit: Character, _ cause: String, at seconds: Double = 0) throws -> QuarantineRecord {
        QuarantineRecord(
            fingerprint: try fingerprint(digit), path: "/units/Bad.plugin", identifier: "org.example.bad", cause: cause,
            date: Date(timeIntervalSince1970: seconds), count: 3)
    }

    @Test("a record is there for every process, and counts up, until it is released")
    func recording() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let quarantine = UnitQuarantine(path: folder)
        #expect(try !quarantine.isQuarantined(fingerprint("a")))
        #expect(quarantine.records.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: folder), "looking leaves nothing behind")
        quarantine.record(try offence("a", "it crashed", at: 1000))
        quarantine.record(try offence("b", "it hung", at: 3000))
        quarantine.record(try offence("a", "it ran out of memory", at: 2000))

        let other = UnitQuarantine(path: folder)
        let record = try #require(try other.record(for: fingerprint("a")))
        #expect(record.cause == "it ran out of memory" && record.count == 6)
        #expect(record.date == Date(timeIntervalSince1970: 2000))
        #expect(record.path == "/units/Bad.plugin" && record.identifier == "org.example.bad")
        #expect(try other.records.map(\.fingerprint) == [fingerprint("b"), fingerprint("a")])
        #expect(try !other.isQuarantined(fingerprint("c")), "a changed unit is free")

        #expect(try other.release(fingerprint("a")))
        #expect(try !other.release(fingerprint("a")))
        #expect(try !quarantine.isQuarantined(fingerprint("a")))
        #expect(quarantine.records.count == 1)
    }

    @Test("a damaged record keeps its unit in quarantine, and can be released")
    func damage() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let quarantine = UnitQuarantine(path: folder)
        quarantine.record(try offence("a", "it crashed"))
        let file = URL(fileURLWithPath: folder + "/" + String(repeating: "a", count: 64) + ".json")
        let whole = try Data(contentsOf: file)
        for bytes in [Data("{".utf8), whole.prefix(40), Data(repeating: 0, count: 99)] {
            try bytes.write(to: file)
            #expect(try quarantine.record(for: fingerprint("a"))?.cause.contains("damaged") == true)
            #expect(quarantine.records.count == 1)
        }
        try whole.write(to: file)
        #expect(try quarantine.record(for: fingerprint("a"))?.cause == "it crashed")
        try Data("{".utf8).write(to: file)
        #expect(try quarantine.release(fingerprint("a")))
        #expect(quarantine.records.isEmpty)
    }

    @Test("where nothing can be written, this process remembers", arguments: [nil, "/proc/nowhere", "/dev/null/x"])
    func memory(path: String?) throws {
        let quarantine = UnitQuarantine(path: path)
        quarantine.record(try offence("a", "it crashed"))
        quarantine.record(try offence("a", "it crashed again"))
        #expect(try quarantine.record(for: fingerprint("a"))?.count == 6)
        #expect(quarantine.records.map(\.cause) == ["it crashed again"])
        #expect(try quarantine.release(fingerprint("a")))
        #expect(try !quarantine.isQuarantined(fingerprint("a")))
    }

    @Test("text from units is made safe to print")
    func printing() throws {
        let quarantine = UnitQuarantine(path: nil)
        var bad = try offence("a", "said \u{1B}[31mred\u{07}")
        bad.path = "/units/\u{1B}]0;title\u{07}.plugin"
        quarantine.record(bad)
        let record = try #require(quarantine.records.first)
        #expect(!(record.cause + record.path).unicodeScalars.contains { $0.value < 32 })
    }

    @Test("the folder follows the environment")
    func place() {
        #expect(UnitQuarantine.standardPath(environment: ["XDG_STATE_HOME": "/s"]) == "/s/coreimage/quarantine")
        #expect(
            UnitQuarantine.standardPath(environment: ["XDG_STATE_HOME": "s", "HOME": "/h"])
                == "/h/.local/state/coreimage/quarantine")
        #expect(UnitQuarantine.standardPath(environment: [:]) == nil)
    }
}
