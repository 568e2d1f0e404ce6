// The strings of the filter categories, for `CIFilter.filterNames(inCategory:)`.

/// Filters that distort geometry, such as bump, twirl and hole.
public let kCICategoryDistortionEffect = "CICategoryDistortionEffect"
/// Filters that change geometry, such as crop and affine transform.
public let kCICategoryGeometryAdjustment = "CICategoryGeometryAdjustment"
/// Filters that combine two images.
public let kCICategoryCompositeOperation = "CICategoryCompositeOperation"
/// Filters that draw an image as a screen of dots or lines.
public let kCICategoryHalftoneEffect = "CICategoryHalftoneEffect"
/// Filters that adjust colours.
public let kCICategoryColorAdjustment = "CICategoryColorAdjustment"
/// Filters that change colours for effect.
public let kCICategoryColorEffect = "CICategoryColorEffect"
/// Filters that go from one image to another over time.
public let kCICategoryTransition = "CICategoryTransition"
/// Filters that repeat an image over the plane.
public let kCICategoryTileEffect = "CICategoryTileEffect"
/// Filters that create an image from numbers.
public let kCICategoryGenerator = "CICategoryGenerator"
/// Filters that reduce an image to few pixels.
public let kCICategoryReduction = "CICategoryReduction"
/// Filters that create a smooth change of colour.
public let kCICategoryGradient = "CICategoryGradient"
/// Filters that make an image look drawn or otherwise stylised.
public let kCICategoryStylize = "CICategoryStylize"
/// Filters that sharpen.
public let kCICategorySharpen = "CICategorySharpen"
/// Filters that blur.
public let kCICategoryBlur = "CICategoryBlur"
/// Filters that suit still images.
public let kCICategoryStillImage = "CICategoryStillImage"
/// Filters that suit video.
public let kCICategoryVideo = "CICategoryVideo"
/// Filters that suit interlaced video.
public let kCICategoryInterlaced = "CICategoryInterlaced"
/// Filters that suit pixels that are not square.
public let kCICategoryNonSquarePixels = "CICategoryNonSquarePixels"
/// Filters that keep values outside 0…1.
public let kCICategoryHighDynamicRange = "CICategoryHighDynamicRange"
/// Filters supplied with Core Image.
public let kCICategoryBuiltIn = "CICategoryBuiltIn"
/// Filters that a client made of other filters.
public let kCICategoryFilterGenerator = "CICategoryFilterGenerator"
