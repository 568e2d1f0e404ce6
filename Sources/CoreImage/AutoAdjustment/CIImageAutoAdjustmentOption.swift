/// A key of the options that `CIImage.autoAdjustmentFilters(options:)` takes.
public struct CIImageAutoAdjustmentOption: RawRepresentable, Hashable, Sendable {
    /// The key as text.
    public let rawValue: String

    /// A key from its text: `CIDetectorImageOrientation`, or one of the constants'.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Whether filters are wanted that improve tone and colour, a Boolean; true when left out.
    public static let enhance = CIImageAutoAdjustmentOption(rawValue: "kCIImageAutoAdjustEnhance")
    /// Whether a filter is wanted that repairs eyes which a flash made red, a Boolean; true when left out.
    public static let redEye = CIImageAutoAdjustmentOption(rawValue: "kCIImageAutoAdjustRedEye")
    /// An array of `CIFeature`s, the picture's faces; when left out they are looked for with a `CIDetector`.
    public static let features = CIImageAutoAdjustmentOption(rawValue: "kCIImageAutoAdjustFeatures")
    /// Whether a filter is wanted that crops the picture around its features, a Boolean; false when left out.
    public static let crop = CIImageAutoAdjustmentOption(rawValue: "kCIImageAutoAdjustCrop")
    /// Whether a filter is wanted that turns the picture level, a Boolean; false when left out.
    public static let level = CIImageAutoAdjustmentOption(rawValue: "kCIImageAutoAdjustLevel")
}

/// The same as `CIImageAutoAdjustmentOption.enhance`.
public let kCIImageAutoAdjustEnhance = CIImageAutoAdjustmentOption.enhance
/// The same as `CIImageAutoAdjustmentOption.redEye`.
public let kCIImageAutoAdjustRedEye = CIImageAutoAdjustmentOption.redEye
/// The same as `CIImageAutoAdjustmentOption.features`.
public let kCIImageAutoAdjustFeatures = CIImageAutoAdjustmentOption.features
/// The same as `CIImageAutoAdjustmentOption.crop`.
public let kCIImageAutoAdjustCrop = CIImageAutoAdjustmentOption.crop
/// The same as `CIImageAutoAdjustmentOption.level`.
public let kCIImageAutoAdjustLevel = CIImageAutoAdjustmentOption.level
