// The documented keys of filter inputs and outputs, for key-value coding.

/// Key of a filter's output image.
public let kCIOutputImageKey = "outputImage"
/// Key of the background image input.
public let kCIInputBackgroundImageKey = "inputBackgroundImage"
/// Key of the image input.
public let kCIInputImageKey = "inputImage"
/// Key of the depth image input.
public let kCIInputDepthImageKey = "inputDepthImage"
/// Key of the disparity image input.
public let kCIInputDisparityImageKey = "inputDisparityImage"
/// Key of the amount input.
public let kCIInputAmountKey = "inputAmount"
/// Key of the time input.
public let kCIInputTimeKey = "inputTime"
/// Key of the transform input.
public let kCIInputTransformKey = "inputTransform"
/// Key of the scale input.
public let kCIInputScaleKey = "inputScale"
/// Key of the aspect ratio input.
public let kCIInputAspectRatioKey = "inputAspectRatio"
/// Key of the center input.
public let kCIInputCenterKey = "inputCenter"
/// Key of the radius input.
public let kCIInputRadiusKey = "inputRadius"
/// Key of the angle input.
public let kCIInputAngleKey = "inputAngle"
/// Key of the refraction input.
public let kCIInputRefractionKey = "inputRefraction"
/// Key of the width input.
public let kCIInputWidthKey = "inputWidth"
/// Key of the sharpness input.
public let kCIInputSharpnessKey = "inputSharpness"
/// Key of the intensity input.
public let kCIInputIntensityKey = "inputIntensity"
/// Key of the EV input.
public let kCIInputEVKey = "inputEV"
/// Key of the saturation input.
public let kCIInputSaturationKey = "inputSaturation"
/// Key of the color input.
public let kCIInputColorKey = "inputColor"
/// Key of the brightness input.
public let kCIInputBrightnessKey = "inputBrightness"
/// Key of the contrast input.
public let kCIInputContrastKey = "inputContrast"
/// Key of the gradient image input.
public let kCIInputGradientImageKey = "inputGradientImage"
/// Key of the mask image input.
public let kCIInputMaskImageKey = "inputMaskImage"
/// Key of the matte image input.
public let kCIInputMatteImageKey = "inputMatteImage"
/// Key of the shading image input.
public let kCIInputShadingImageKey = "inputShadingImage"
/// Key of the target image input.
public let kCIInputTargetImageKey = "inputTargetImage"
/// Key of the backside image input.
public let kCIInputBacksideImageKey = "inputBacksideImage"
/// Key of the extent input.
public let kCIInputExtentKey = "inputExtent"
/// Key of the version input.
public let kCIInputVersionKey = "inputVersion"
/// Key of the bias vector input.
public let kCIInputBiasVectorKey = "inputBiasVector"
/// Key of the bias input.
public let kCIInputBiasKey = "inputBias"
/// Key of the weights input.
public let kCIInputWeightsKey = "inputWeights"
/// Key of the count input.
public let kCIInputCountKey = "inputCount"
/// Key of the palette image input.
public let kCIInputPaletteImageKey = "inputPaletteImage"
/// Key of the perceptual input.
public let kCIInputPerceptualKey = "inputPerceptual"
/// Key of the threshold input.
public let kCIInputThresholdKey = "inputThreshold"
/// Key of the color 0 input.
public let kCIInputColor0Key = "inputColor0"
/// Key of the color 1 input.
public let kCIInputColor1Key = "inputColor1"
/// Key of the radius 0 input.
public let kCIInputRadius0Key = "inputRadius0"
/// Key of the radius 1 input.
public let kCIInputRadius1Key = "inputRadius1"
/// Key of the point 0 input.
public let kCIInputPoint0Key = "inputPoint0"
/// Key of the point 1 input.
public let kCIInputPoint1Key = "inputPoint1"
/// Key of the color space input.
public let kCIInputColorSpaceKey = "inputColorSpace"

// Options of `CIFilter.apply(_:arguments:options:)`.

/// Extent of the result: a `CIVector` (x, y, width, height), a `CGRect` or an array of four numbers.
public let kCIApplyOptionExtent = "extent"
/// Domain of definition of the result: a `CIFilterShape`, or a rectangle as for `kCIApplyOptionExtent`.
public let kCIApplyOptionDefinition = "definition"
/// Anything that the kernel's region function needs; it is handed over as it is.
public let kCIApplyOptionUserInfo = "user_info"
/// Colour space of the result: a `CGColorSpace`, or `NSNull` for none.
public let kCIApplyOptionColorSpace = "color_space"
