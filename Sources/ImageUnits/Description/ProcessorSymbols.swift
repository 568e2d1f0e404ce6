/// The C functions that compute a filter, by the names under which the unit's library exports them.
public struct ProcessorSymbols: Sendable, Hashable {
    /// Computes pixels (`CIProcessorFunction`).
    public var function: String
    /// Says what is read of the images (`CIRegionFunction`); without it, only the pixels in the places of those computed.
    public var regionFunction: String?

    /// The functions of a filter.
    public init(function: String, regionFunction: String? = nil) {
        (self.function, self.regionFunction) = (function, regionFunction)
    }
}
