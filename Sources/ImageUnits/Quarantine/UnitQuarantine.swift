import CacheFiles
import Foundation
import Synchronization
import UntrustedInput

/// Units whose code misbehaved too often. No process of this user runs it until the unit is changed or released.
///
/// Each version of a unit has its own file, named by its fingerprint, so that processes need no coordination. If the
/// folder can't be written, the records are kept in this process's memory. Thread-safe.
package final class UnitQuarantine: Sendable {
    /// The user's quarantine.
    package static let standard = UnitQuarantine(path: standardPath())

    /// Maximum size of a record, in bytes.
    private static let sizeLimit = 1 << 16

    /// The folder of the records; nil to keep them in memory.
    package let path: String?
    /// Times of offences that could not be written to disk, in seconds since 1970.
    private let unwrittenOffences = Mutex<[UnitFingerprint: [Int]]>([:])
    /// Records that could not be written to disk.
    private let unwritten = Mutex<[UnitFingerprint: QuarantineRecord]>([:])

    /// Creates a quarantine in a folder. The folder is made when it is first needed, and must belong to this user
    /// alone.
    package init(path: String?) { self.path = path }

    /// Returns `$XDG_STATE_HOME/coreimage/quarantine`, by default in `~/.local/state`; nil if there is no home folder.
    package static func standardPath(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String? {
        // The XDG specification declares relative paths invalid.
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/coreimage/quarantine" }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return home + "/.local/state/coreimage/quarantine"
    }

    /// Puts a unit into quarantine. If it is there already, the record gets the new cause and date, and the sum of both
    /// counts.
    package func record(_ offence: QuarantineRecord) {
        var record = offence
        (record.path, record.identifier) = (printable(record.path, limit: 4096), printable(record.identifier))
        record.cause = printable(record.cause, limit: 1000)
        if let earlier = self.record(for: offence.fingerprint) { record.count += earlier.count }
        let isWritten = (try? write(record)) ?? false
        unwritten.withLock { $0[record.fingerprint] = isWritten ? nil : record }
    }

    /// Writes a record. Returns false if there is no folder.
    private func write(_ record: QuarantineRecord) throws -> Bool {
        guard let path else { return false }
        let data = try Self.encoder.encode(record)
        try CacheFolder(path: path).write([UInt8](data), to: Self.name(of: record.fingerprint))
        return true
    }

    /// Counts an offence, and puts the unit into quarantine if there were too many recently, in this process and in
    /// others.
    ///
    /// - Parameter rules: The number of offences that is too many, and the period.
    /// - Returns: Whether this offence put the unit into quarantine.
    @discardableResult
    package func note(_ offence: QuarantineRecord, rules: OffenceRules = .standard) -> Bool {
        let count = recentOffences(adding: offence, rules)
        guard count >= rules.limit else { return false }
        var record = offence
        record.count = count
        self.record(record)
        forgetOffences(of: offence.fingerprint)
        return true
    }

    /// Counts an offence, and returns the number of recent ones.
    private func recentOffences(adding offence: QuarantineRecord, _ rules: OffenceRules) -> Int {
        let now = Int(offence.date.timeIntervalSince1970)
        let oldest = now - rules.seconds
        let name = Self.offencesName(of: offence.fingerprint)
        if let path, let count = try? Self.append(now, to: name, in: path, oldest: oldest) { return count }
        return unwrittenOffences.withLock { all in
            let recent = (all[offence.fingerprint] ?? []).filter { $0 >= oldest } + [now]
            all[offence.fingerprint] = recent
            return recent.count
        }
    }

    /// Appends the time of an offence to a unit's file, and returns the number of times since `oldest`.
    private static func append(
        _ now: Int, to name: String, in path: String, oldest: Int
    ) throws(DiskCacheError) -> Int {
        let folder = try CacheFolder(path: path)
        try folder.append(Array("\(now)\n".utf8), to: name)
        let text = String(decoding: folder.contents(of: name, limit: sizeLimit) ?? [], as: UTF8.self)
        let times = text.split(separator: "\n").compactMap { Int($0) }
        let recent = times.filter { $0 >= oldest && $0 <= now }
        // Drops old times when there are many of them, and files that no offence was added to for a day.
        if times.count > recent.count + 100 {
            try folder.write(Array(recent.map { "\($0)\n" }.joined().utf8), to: name)
        }
        for file in folder.files() where file.name.hasSuffix(offencesSuffix) && file.lastUse < now - 86_400 {
            folder.remove(file.name)
        }
        return recent.count
    }

    private func forgetOffences(of fingerprint: UnitFingerprint) {
        unwrittenOffences.withLock { $0[fingerprint] = nil }
        folder()?.remove(Self.offencesName(of: fingerprint))
    }

    /// Whether the code of a version of a unit must not run.
    package func isQuarantined(_ fingerprint: UnitFingerprint) -> Bool { record(for: fingerprint) != nil }

    /// Returns the record of a version of a unit; nil if it isn't in quarantine. A damaged record still keeps its unit
    /// in quarantine.
    package func record(for fingerprint: UnitFingerprint) -> QuarantineRecord? {
        if let record = unwritten.withLock({ $0[fingerprint] }) { return record }
        guard let folder = folder(),
            let bytes = folder.contents(of: Self.name(of: fingerprint), limit: Self.sizeLimit)
        else { return nil }
        if let record = try? CheckedJSON.decode(QuarantineRecord.self, from: Data(bytes), with: Self.decoder),
            record.fingerprint == fingerprint
        {
            return record
        }
        return QuarantineRecord(
            fingerprint: fingerprint, path: "", identifier: "",
            cause: "the quarantine record is damaged; release the unit with 'coreimage units doctor --release FOLDER'",
            date: .distantPast)
    }

    /// Releases a version of a unit.
    ///
    /// - Returns: Whether it was in quarantine.
    @discardableResult
    package func release(_ fingerprint: UnitFingerprint) -> Bool {
        let wasQuarantined = isQuarantined(fingerprint)
        unwritten.withLock { $0[fingerprint] = nil }
        folder()?.remove(Self.name(of: fingerprint))
        forgetOffences(of: fingerprint)
        return wasQuarantined
    }

    /// All records, the latest first.
    package var records: [QuarantineRecord] {
        let written = (folder()?.files() ?? []).compactMap { file -> UnitFingerprint? in
            guard file.name.hasSuffix(Self.suffix) else { return nil }
            return UnitFingerprint(hexadecimal: String(file.name.dropLast(Self.suffix.count)))
        }
        let all = Set(written).union(unwritten.withLock { Array($0.keys) })
        return all.compactMap(record(for:)).sorted {
            ($1.date, $0.fingerprint.hexadecimal) < ($0.date, $1.fingerprint.hexadecimal)
        }
    }

    /// Returns the folder if it exists. A lookup must not create it.
    private func folder() -> CacheFolder? {
        guard let path, access(path, F_OK) == 0 else { return nil }
        return try? CacheFolder(path: path)
    }

    private static let offencesSuffix = ".offences"
    private static func offencesName(of fingerprint: UnitFingerprint) -> String {
        fingerprint.hexadecimal + offencesSuffix
    }
    private static let suffix = ".json"
    private static func name(of fingerprint: UnitFingerprint) -> String { fingerprint.hexadecimal + suffix }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}
