import BuiltInFilters
import CoreImageEssentials
import Detection

/// A key of the options of `CIImage.autoAdjustmentFilters(options:)`.
public struct CIImageAutoAdjustmentOption: RawRepresentable, Hashable, Sendable {
    /// The key as a string.
    public let rawValue: String

    /// Creates a key from its string: `CIDetectorImageOrientation`, or that of one of the constants.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Whether to include filters that improve tones and colours, a Boolean. The default is true.
    public static let enhance = CIImageAutoAdjustmentOption(rawValue: "kCIImageAutoAdjustEnhance")
    /// Whether to include a filter that corrects red eyes caused by a flash, a Boolean. The default is true.
    public static let redEye = CIImageAutoAdjustmentOption(rawValue: "kCIImageAutoAdjustRedEye")
    /// The picture's features, an array of `CIFeature`s. By default, faces are detected with a `CIDetector`.
    public static let features = CIImageAutoAdjustmentOption(rawValue: "kCIImageAutoAdjustFeatures")
    /// Whether to include a filter that crops the picture around its features, a Boolean. The default is false.
    public static let crop = CIImageAutoAdjustmentOption(rawValue: "kCIImageAutoAdjustCrop")
    /// Whether to include a filter that levels a tilted picture, a Boolean. The default is false.
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
