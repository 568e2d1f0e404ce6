import CoreImageEssentials
import Foundation
import ImageUnits
import Logging
import UntrustedInput

/// Keeps the units of a folder up to date for as long as the object exists; see
/// `CIPlugIn.watch(_:allowExecutableCode:_:)`. Thread-safe.
public final class CIPlugInWatch: Sendable {
    private let watch: FolderWatch

    init(
        _ folder: URL, allowExecutableCode: Bool, host: ImageUnitHost,
        _ report: @escaping @Sendable ([CIPlugInReport]) -> Void
    ) throws(CIPlugInWatchError) {
        let updates = FolderUpdates(folder, allowExecutableCode: allowExecutableCode, host: host)
        do {
            watch = try FolderWatch(
                roots: { updates.roots },
                unwatched: { imageUnitLog.warning("\(printable($0.description, limit: 1000))") },
                report: {
                    let reports = updates.apply()
                    if !reports.isEmpty { report(reports) }
                })
        } catch {
            throw CIPlugInWatchError(description: error.description)
        }
        updates.begin()
    }
}

/// An error of watching a folder of units.
public struct CIPlugInWatchError: Error, Sendable, LocalizedError, CustomStringConvertible {
    /// The problem and its remedy.
    public let description: String

    /// The same text, for `localizedDescription`.
    public var errorDescription: String? { description }
}
