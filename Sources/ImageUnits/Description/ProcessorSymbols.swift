/// The C functions that compute a filter, by their exported names in the unit's library.
package struct ProcessorSymbols: Sendable, Hashable, Codable {
    /// The function that computes pixels (`CIProcessorFunction`).
    package var function: String
    /// The function that returns the region of interest in each image (`CIRegionFunction`). Without it, the region
    /// computed is also the region read.
    package var regionFunction: String?

    /// Creates the functions of a filter.
    package init(function: String, regionFunction: String? = nil) {
        (self.function, self.regionFunction) = (function, regionFunction)
    }
}
