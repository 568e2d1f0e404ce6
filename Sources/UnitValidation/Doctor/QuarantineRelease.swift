import CoreImage
import Foundation
import ImageUnits
import UntrustedInput

/// Releases units from quarantine.
package enum QuarantineRelease {
    /// Releases all quarantined versions of a unit.
    ///
    /// - Parameters:
    ///   - unit: The unit's folder or its bundle identifier.
    ///   - quarantine: The store of the quarantine records.
    /// - Returns: The records that were removed.
    /// - Throws: `QuarantineReleaseError` if there is none.
    package static func release(_ unit: String, from quarantine: UnitQuarantine = .standard) throws
        -> [QuarantineRecord]
    {
        let url = PathText(unit).fileURL().standardizedFileURL
        let fingerprint = try? UnitFingerprint(of: url)
        let records = quarantine.records
        let found = records.filter { record in
            record.fingerprint == fingerprint || record.identifier == unit || record.path == url.path
                || record.path == url.resolvingSymlinksInPath().path
        }
        // A unit that crashed the scanner has no known identifier, so it is identified by its folder.
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

/// The unit to release isn't in quarantine.
package struct QuarantineReleaseError: Error, LocalizedError, CustomStringConvertible {
    let unit: String
    let known: [String]

    /// The error, with the names of the units that are in quarantine.
    package var description: String {
        let others = known.isEmpty ? "no unit is" : "there are \(known.map { printable($0) }.joined(separator: ", "))"
        return "\(printable(unit, limit: 4096)) is not in quarantine; \(others)"
    }

    /// The same text, for `localizedDescription`.
    package var errorDescription: String? { description }
}
