// The documented category strings, for `CIFilter.filterNames(inCategory:)`.

/// Distortions: bump, twirl, hole.
public let kCICategoryDistortionEffect = "CICategoryDistortionEffect"
/// Changes of geometry: crop, transform.
public let kCICategoryGeometryAdjustment = "CICategoryGeometryAdjustment"
/// Putting two images together.
public let kCICategoryCompositeOperation = "CICategoryCompositeOperation"
/// Halftone screens.
public let kCICategoryHalftoneEffect = "CICategoryHalftoneEffect"
/// Adjustments of colour.
public let kCICategoryColorAdjustment = "CICategoryColorAdjustment"
/// Colour effects.
public let kCICategoryColorEffect = "CICategoryColorEffect"
/// Transitions from one image to another.
public let kCICategoryTransition = "CICategoryTransition"
/// Tilings of the plane.
public let kCICategoryTileEffect = "CICategoryTileEffect"
/// Images made from numbers.
public let kCICategoryGenerator = "CICategoryGenerator"
/// Images that sum an image up.
public let kCICategoryReduction = "CICategoryReduction"
/// Gradients.
public let kCICategoryGradient = "CICategoryGradient"
/// Stylised looks.
public let kCICategoryStylize = "CICategoryStylize"
/// Sharpening.
public let kCICategorySharpen = "CICategorySharpen"
/// Blurs.
public let kCICategoryBlur = "CICategoryBlur"
/// Fit for single pictures.
public let kCICategoryStillImage = "CICategoryStillImage"
/// Fit for video.
public let kCICategoryVideo = "CICategoryVideo"
/// Fit for interlaced video.
public let kCICategoryInterlaced = "CICategoryInterlaced"
/// Fit for pixels that aren't square.
public let kCICategoryNonSquarePixels = "CICategoryNonSquarePixels"
/// Keeps values outside 0…1.
public let kCICategoryHighDynamicRange = "CICategoryHighDynamicRange"
/// Supplied with Core Image.
public let kCICategoryBuiltIn = "CICategoryBuiltIn"
/// Made of other filters by a client.
public let kCICategoryFilterGenerator = "CICategoryFilterGenerator"
