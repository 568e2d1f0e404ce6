import BuiltInFilters
import CoreImageEssentials
import Detection

/// Older spellings, which older guides and code use.
extension CIImage {
    /// Older spelling of `autoAdjustmentFilters(options:)`, with strings as keys.
    @available(*, deprecated, renamed: "autoAdjustmentFilters(options:)")
    public func autoAdjustmentFiltersWithOptions(_ options: [String: Any]?) -> [CIFilter] {
        let entries = (options ?? [:]).map { (CIImageAutoAdjustmentOption(rawValue: $0.key), $0.value) }
        return autoAdjustmentFilters(options: Dictionary(uniqueKeysWithValues: entries))
    }
}
