import CacheFiles
import Foundation
import KernelLanguage
import Synchronization

/// Units that misbehaved so often that their code is not run any more, by any process of this user, until they are changed or released.
///
/// A file for each version of a unit, named by its fingerprint, so that processes need not agree on anything. Where the folder can't be
/// written, this process remembers. Thread-safe.
public final class UnitQuarantine: Sendable {
    /// The user's quarantine.
    public static let standard = UnitQuarantine(path: standardPath())

    /// Bytes that a record may have.
    private static let sizeLimit = 1 << 16

    /// Where the records are; nil to keep them in memory.
    public let path: String?
    /// Records that could not be written.
    private let unwritten = Mutex<[UnitFingerprint: QuarantineRecord]>([:])

    /// A quarantine in a folder, which is made when first needed and must belong to this user alone.
    public init(path: String?) { self.path = path }

    /// `$XDG_STATE_HOME/coreimage/quarantine`, by default in `~/.local/state`; nil where there is no home.
    public static func standardPath(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String? {
        // Relative paths are invalid by the XDG specification.
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/coreimage/quarantine" }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return home + "/.local/state/coreimage/quarantine"
    }

    /// Puts a unit into quarantine. A unit that is there already stays, with the new cause and date and both counts together.
    public func record(_ offence: QuarantineRecord) {
        var record = offence
        (record.path, record.identifier) = (printable(record.path, limit: 4096), printable(record.identifier))
        record.cause = printable(record.cause, limit: 1000)
        if let earlier = self.record(for: offence.fingerprint) { record.count += earlier.count }
        do {
            guard let path else { throw DiskCacheError.unusable(path: "", errno: ENOENT) }
            let data = try Self.encoder.encode(record)
            try CacheFolder(path: path).write([UInt8](data), to: Self.name(of: record.fingerprint))
            unwritten.withLock { $0[record.fingerprint] = nil }
        } catch {
            unwritten.withLock { $0[record.fingerprint] = record }
        }
    }

    /// Whether the code of a version of a unit must not run.
    public func isQuarantined(_ fingerprint: UnitFingerprint) -> Bool { record(for: fingerprint) != nil }

    /// What is remembered of a version of a unit; nil when it is free. A damaged record still keeps its unit in quarantine.
    public func record(for fingerprint: UnitFingerprint) -> QuarantineRecord? {
        if let record = unwritten.withLock({ $0[fingerprint] }) { return record }
        guard let folder = folder(),
            let bytes = folder.contents(of: Self.name(of: fingerprint), limit: Self.sizeLimit)
        else { return nil }
        if let record = try? Self.decoder.decode(QuarantineRecord.self, from: Data(bytes)),
            record.fingerprint == fingerprint
        {
            return record
        }
        return QuarantineRecord(
            fingerprint: fingerprint, path: "", identifier: "", cause: "its record is damaged", date: .distantPast)
    }

    /// Frees a version of a unit; false when it was free.
    @discardableResult
    public func release(_ fingerprint: UnitFingerprint) -> Bool {
        let wasQuarantined = isQuarantined(fingerprint)
        unwritten.withLock { $0[fingerprint] = nil }
        folder()?.remove(Self.name(of: fingerprint))
        return wasQuarantined
    }

    /// Every record, the latest first.
    public var records: [QuarantineRecord] {
        let written = (folder()?.files() ?? []).compactMap { file -> UnitFingerprint? in
            guard file.name.hasSuffix(Self.suffix) else { return nil }
            return UnitFingerprint(hexadecimal: String(file.name.dropLast(Self.suffix.count)))
        }
        let all = Set(written).union(unwritten.withLock { Array($0.keys) })
        return all.compactMap(record(for:)).sorted {
            ($1.date, $0.fingerprint.hexadecimal) < ($0.date, $1.fingerprint.hexadecimal)
        }
    }

    /// The folder, when there is one: looking must not make it.
    private func folder() -> CacheFolder? {
        guard let path, access(path, F_OK) == 0 else { return nil }
        return try? CacheFolder(path: path)
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
