import CoreImageEssentials
import Foundation
import ImageUnits
import Recipes
import UntrustedInput

/// Reads bundles for a host, in a worker process that runs no code of units. Thread-safe.
struct ServedReading: Sendable {
    private let order: ReadingOrder

    /// - Throws: `ServedUnitError.otherBuild` if the host is of another build, which would interpret a scan
    ///   differently.
    init(_ order: ReadingOrder) throws {
        guard order.interface == interfaceHash else { throw ServedUnitError.otherBuild }
        self.order = order
    }

    /// Returns the scan of the bundle at a URL, as JSON.
    func answer(_ request: [UInt8]) throws -> [UInt8] {
        let bundle = try CheckedJSON.decode(URL.self, from: Data(request))
        ReaderFault.strike(bundle, configured: order.fault)
        return [UInt8](try UnitScan(reading: bundle, languages: order.languages).encoded())
    }
}
