import CoreImage
import Foundation
import ImageUnits
import KernelLanguage
import UntrustedInput

/// Takes units out of quarantine.
public enum QuarantineRelease {
    /// Frees every version of a unit that is in quarantine.
    ///
    /// - Parameters:
    ///   - unit: The unit's folder, or its bundle identifier.
    ///   - quarantine: Where records are kept.
    /// - Returns: What was remembered of it.
    /// - Throws: `QuarantineReleaseError` when nothing is.
    public static func release(_ unit: String, from quarantine: UnitQuarantine = .standard) throws -> [QuarantineRecord]
    {
        let url = PathText(unit).fileURL().standardizedFileURL
        let fingerprint = try? UnitFingerprint(of: url)
        let records = quarantine.records
        let found = records.filter { record in
            record.fingerprint == fingerprint || record.identifier == unit || record.path == url.path
                || record.path == url.resolvingSymlinksInPath().path
        }
        // A unit that can't be read has no identifier, and is named by its folder.
        let isReadAgain = found.isEmpty && CIPlugIn.unitScanner.release(url)
        if isReadAgain, let fingerprint {
            let cause = "reading it ended the process that did"
            return [QuarantineRecord(fingerprint: fingerprint, path: url.path, identifier: "", cause: cause)]
        }
        guard !found.isEmpty else {
            throw QuarantineReleaseError(
                unit: unit,
                known: Set(records.map { $0.identifier.isEmpty ? $0.path : $0.identifier }).sorted())
        }
        for record in found { quarantine.release(record.fingerprint) }
        return found
    }
}

/// A unit that is to be released isn't in quarantine.
public struct QuarantineReleaseError: Error, CustomStringConvertible {
    let unit: String
    let known: [String]

    /// What is there instead.
    public var description: String {
        let others = known.isEmpty ? "no unit is" : "there are \(known.map { printable($0) }.joined(separator: ", "))"
        return "\(printable(unit, limit: 4096)) is not in quarantine; \(others)"
    }
}
