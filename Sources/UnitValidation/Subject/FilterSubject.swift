import CoreImage
import ImageUnits

/// A filter that is validated.
///
/// Filters of units are found through `UnitSubject`; a host can validate filters of its own by saying how they are made. Sendable.
public struct FilterSubject: Sendable {
    /// The name under which it is reported.
    public let name: String
    /// What its unit says about it; nil for a filter that comes from no unit.
    public let description: FilterDescription?
    /// Why the host would not register it; nil when it did.
    let refusals: @Sendable () -> [String]?
    private let construct: @Sendable () throws -> CIFilter

    /// A filter of a unit.
    init(
        name: String, description: FilterDescription?, refusals: @escaping @Sendable () -> [String]?,
        make: @escaping @Sendable () throws -> CIFilter
    ) {
        (self.name, self.description, self.refusals, construct) = (name, description, refusals, make)
    }

    /// A filter of the process itself.
    ///
    /// - Parameter make: Makes filters with inputs at their defaults; called from any thread.
    public init(name: String, make: @escaping @Sendable () throws -> CIFilter) {
        self.init(name: name, description: nil, refusals: { nil }, make: make)
    }

    /// A new filter with inputs at their defaults and no images.
    func make() throws -> CIFilter { try construct() }

    /// A new filter with pictures for its images, and with settings.
    func make(_ settings: FilterSettings, images: ImageInputs) throws -> CIFilter {
        let filter = try construct()
        images.set(on: filter)
        settings.set(on: filter)
        return filter
    }

    /// What a new filter makes of pictures under settings.
    ///
    /// - Throws: why it makes nothing, for instance a `CIFilterError`.
    func output(_ settings: FilterSettings, images: ImageInputs) throws -> CIImage {
        try make(settings, images: images).renderableOutput()
    }
}
