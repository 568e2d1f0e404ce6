import CoreImageEssentials
import Foundation
import ImageUnits
import UntrustedInput

/// The server of a worker process that reads bundles and runs no code of units. Thread-safe.
struct BundleReadingServer: Sendable {
    private let setup: ReaderSetup

    /// - Throws: `UnitServerError.otherBuild` if the host is of another build, which would interpret a scan
    ///   differently.
    init(_ setup: ReaderSetup) throws {
        guard setup.interface == interfaceHash else { throw UnitServerError.otherBuild }
        self.setup = setup
    }

    /// Returns the scan of the bundle at a URL, as JSON.
    func answer(_ request: [UInt8]) throws -> [UInt8] {
        let bundle = try CheckedJSON.decode(URL.self, from: Data(request))
        ReaderFault.crashIfConfigured(bundle, configured: setup.fault)
        return [UInt8](try UnitScan(reading: bundle, languages: setup.languages).encoded())
    }
}
