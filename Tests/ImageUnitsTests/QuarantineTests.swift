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

    @Test(
        "if the quarantine folder isn't writable, this process keeps records in memory",
        arguments: [nil, "/proc/nowhere", "/dev/null/x"])
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

    private func note(_ quarantine: UnitQuarantine, _ digit: Character, at seconds: Double) throws -> Bool {
        var offence = try offence(digit, "it crashed", at: seconds)
        offence.count = 1
        return quarantine.note(offence)
    }

    @Test("five offences within ten minutes, each in a process of its own, put a unit into quarantine")
    func offences() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (index, seconds) in [0.0, 100, 250, 400].enumerated() {
            #expect(try !note(UnitQuarantine(path: folder), "a", at: 10_000 + seconds), "\(index)")
            #expect(try !note(UnitQuarantine(path: folder), "b", at: 10_000 + seconds * 10))
        }
        #expect(UnitQuarantine(path: folder).records.isEmpty)
        #expect(try note(UnitQuarantine(path: folder), "a", at: 10_600))
        let records = UnitQuarantine(path: folder).records
        #expect(try records.map(\.fingerprint) == [fingerprint("a")])
        #expect(records.first?.count == 5 && records.first?.cause == "it crashed")
        // The offences of unit b were more than ten minutes apart.
        #expect(try !note(UnitQuarantine(path: folder), "b", at: 10_000 + 5000))

        // A unit that is released starts anew.
        #expect(try UnitQuarantine(path: folder).release(fingerprint("a")))
        for seconds in 0..<4 { #expect(try !note(UnitQuarantine(path: folder), "a", at: 10_601 + Double(seconds))) }
        #expect(try UnitQuarantine(path: folder).release(fingerprint("a")) == false)
        for seconds in 0..<4 { #expect(try !note(UnitQuarantine(path: folder), "a", at: 10_610 + Double(seconds))) }
        #expect(try note(UnitQuarantine(path: folder), "a", at: 10_620))
    }

    @Test("many offences long ago take no room, and damaged times count for nothing")
    func oldOffences() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for index in 0..<400 { #expect(try !note(UnitQuarantine(path: folder), "a", at: Double(index) * 1000)) }
        let file = folder + "/" + String(repeating: "a", count: 64) + ".offences"
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)).count < 2000)
        try Data("x\n\u{0}9999999999999999999999\n-1\n".utf8).write(to: URL(fileURLWithPath: file))
        for seconds in 0..<4 { #expect(try !note(UnitQuarantine(path: folder), "a", at: 900_000 + Double(seconds))) }
        #expect(try note(UnitQuarantine(path: folder), "a", at: 900_005))
    }

    @Test("if the folder isn't writable, this process counts offences in memory", arguments: [nil, "/proc/nowhere"])
    func countedInMemory(path: String?) throws {
        let quarantine = UnitQuarantine(path: path)
        for seconds in 0..<4 { #expect(try !note(quarantine, "a", at: Double(seconds))) }
        #expect(try !note(quarantine, "a", at: 5000))
        for seconds in 0..<3 { #expect(try !note(quarantine, "a", at: 5001 + Double(seconds))) }
        #expect(try note(quarantine, "a", at: 5010))
        #expect(try quarantine.isQuarantined(fingerprint("a")))
    }
}
