import CoreImage
import ImageUnits

/// A filter to validate.
///
/// Filters of units are obtained from `UnitSubject`. A host can validate its own filters by providing a closure that
/// creates them.
package struct FilterSubject: Sendable {
    /// The name in reports.
    package let name: String
    /// The filter's description in its unit, or nil for a filter of the process.
    package let description: FilterDescription?
    /// Returns the reasons why the host didn't register the filter, or nil if it did.
    let refusals: @Sendable () -> [String]?
    private let construct: @Sendable () throws -> CIFilter

    /// Creates a subject for a filter of a unit.
    init(
        name: String, description: FilterDescription?, refusals: @escaping @Sendable () -> [String]?,
        make: @escaping @Sendable () throws -> CIFilter
    ) {
        (self.name, self.description, self.refusals, construct) = (name, description, refusals, make)
    }

    /// Creates a subject for a filter of this process.
    ///
    /// - Parameter make: Creates filters with their inputs at the defaults. Called on any thread.
    package init(name: String, make: @escaping @Sendable () throws -> CIFilter) {
        self.init(name: name, description: nil, refusals: { nil }, make: make)
    }

    /// Creates a filter with its inputs at the defaults and without images.
    func make() throws -> CIFilter { try construct() }

    /// Creates a filter with pictures and settings.
    func make(_ settings: FilterSettings, images: ImageInputs) throws -> CIFilter {
        let filter = try construct()
        images.set(on: filter)
        settings.set(on: filter)
        return filter
    }

    /// Returns the output of a new filter with pictures and settings.
    ///
    /// - Throws: The reason why there is no output, for example a `CIFilterError`.
    func output(_ settings: FilterSettings, images: ImageInputs) throws -> CIImage {
        try make(settings, images: images).renderableOutput()
    }
}
