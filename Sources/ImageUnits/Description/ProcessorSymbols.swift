/// The C functions that compute a filter, by their exported names in the unit's library.
public struct ProcessorSymbols: Sendable, Hashable, Codable {
    /// The function that computes pixels (`CIProcessorFunction`).
    public var function: String
    /// The function that returns the region of interest in each image (`CIRegionFunction`). Without it, the region
    /// computed is also the region read.
    public var regionFunction: String?

    /// Creates the functions of a filter.
    public init(function: String, regionFunction: String? = nil) {
        (self.function, self.regionFunction) = (function, regionFunction)
    }
}
