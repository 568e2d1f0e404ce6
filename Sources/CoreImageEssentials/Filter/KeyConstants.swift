// The keys of filter inputs and outputs for key-value coding.

/// The key of the output image, a `CIImage`.
public let kCIOutputImageKey = "outputImage"
/// The key of a background image, a `CIImage`.
public let kCIInputBackgroundImageKey = "inputBackgroundImage"
/// The key of the main input image, a `CIImage`.
public let kCIInputImageKey = "inputImage"
/// The key of an image of depths, a `CIImage`.
public let kCIInputDepthImageKey = "inputDepthImage"
/// The key of an image of disparities, a `CIImage`.
public let kCIInputDisparityImageKey = "inputDisparityImage"
/// The key of an amount, a number.
public let kCIInputAmountKey = "inputAmount"
/// The key of a time from 0 to 1, a number.
public let kCIInputTimeKey = "inputTime"
/// The key of an affine transform, an `NSAffineTransform` or another form of a transform.
public let kCIInputTransformKey = "inputTransform"
/// The key of a scale, a number.
public let kCIInputScaleKey = "inputScale"
/// The key of an aspect ratio, a number.
public let kCIInputAspectRatioKey = "inputAspectRatio"
/// The key of a centre in working space, a `CIVector` of x and y.
public let kCIInputCenterKey = "inputCenter"
/// The key of a radius, a number of pixels in most filters.
public let kCIInputRadiusKey = "inputRadius"
/// The key of an angle in radians, a number.
public let kCIInputAngleKey = "inputAngle"
/// The key of an index of refraction, a number.
public let kCIInputRefractionKey = "inputRefraction"
/// The key of a width, a number of pixels in most filters.
public let kCIInputWidthKey = "inputWidth"
/// The key of a sharpness, a number.
public let kCIInputSharpnessKey = "inputSharpness"
/// The key of an intensity, a number.
public let kCIInputIntensityKey = "inputIntensity"
/// The key of an exposure value in stops, a number.
public let kCIInputEVKey = "inputEV"
/// The key of a saturation, a number.
public let kCIInputSaturationKey = "inputSaturation"
/// The key of a colour, a `CIColor`.
public let kCIInputColorKey = "inputColor"
/// The key of a brightness, a number.
public let kCIInputBrightnessKey = "inputBrightness"
/// The key of a contrast, a number.
public let kCIInputContrastKey = "inputContrast"
/// The key of an image used as a gradient, a `CIImage`.
public let kCIInputGradientImageKey = "inputGradientImage"
/// The key of a mask image, a `CIImage`.
public let kCIInputMaskImageKey = "inputMaskImage"
/// The key of a matte image, a `CIImage`.
public let kCIInputMatteImageKey = "inputMatteImage"
/// The key of a shading image, a `CIImage`.
public let kCIInputShadingImageKey = "inputShadingImage"
/// The key of the image that a transition ends with, a `CIImage`.
public let kCIInputTargetImageKey = "inputTargetImage"
/// The key of the image on a page's backside, a `CIImage`.
public let kCIInputBacksideImageKey = "inputBacksideImage"
/// The key of a rectangle in working space, a `CIVector` of x, y, width and height.
public let kCIInputExtentKey = "inputExtent"
/// The key of a version of a filter's computation.
public let kCIInputVersionKey = "inputVersion"
/// The key of a value added to each component, a `CIVector`.
public let kCIInputBiasVectorKey = "inputBiasVector"
/// The key of a value added to a result, a number.
public let kCIInputBiasKey = "inputBias"
/// The key of weights, a `CIVector`.
public let kCIInputWeightsKey = "inputWeights"
/// The key of a count, a number.
public let kCIInputCountKey = "inputCount"
/// The key of an image of palette colours, a `CIImage`.
public let kCIInputPaletteImageKey = "inputPaletteImage"
/// The key of a Boolean that says whether a filter computes in a perceptual colour space.
public let kCIInputPerceptualKey = "inputPerceptual"
/// The key of a threshold, a number.
public let kCIInputThresholdKey = "inputThreshold"
/// The key of the first colour, a `CIColor`.
public let kCIInputColor0Key = "inputColor0"
/// The key of the second colour, a `CIColor`.
public let kCIInputColor1Key = "inputColor1"
/// The key of the first radius, a number of pixels.
public let kCIInputRadius0Key = "inputRadius0"
/// The key of the second radius, a number of pixels.
public let kCIInputRadius1Key = "inputRadius1"
/// The key of the first point in working space, a `CIVector` of x and y.
public let kCIInputPoint0Key = "inputPoint0"
/// The key of the second point in working space, a `CIVector` of x and y.
public let kCIInputPoint1Key = "inputPoint1"
/// The key of a colour space, a `CGColorSpace`.
public let kCIInputColorSpaceKey = "inputColorSpace"

// Options of `CIFilter.apply(_:arguments:options:)`.

/// The key of the result's extent in working space: a `CIVector` (x, y, width, height), a `CGRect`, a `CIFilterShape`
/// or an array of four numbers.
public let kCIApplyOptionExtent = "extent"
/// The key of the result's domain of definition, a `CIFilterShape` or a rectangle as for `kCIApplyOptionExtent`. It has
/// precedence over the extent.
public let kCIApplyOptionDefinition = "definition"
/// The key of a value that is passed to the kernel's region function, of any type.
public let kCIApplyOptionUserInfo = "user_info"
/// The key of the colour space of the kernel's result, a `CGColorSpace`; the result is converted from it to the working
/// space. `NSNull` converts nothing.
public let kCIApplyOptionColorSpace = "color_space"
