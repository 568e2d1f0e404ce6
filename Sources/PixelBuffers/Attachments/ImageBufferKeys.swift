import Pixels

/// The colour space, a `CGColorSpace`. It takes precedence over the other descriptions of colour.
public let kCVImageBufferCGColorSpaceKey: CFString = "CGColorSpace"
/// An ICC profile, `Data`. It takes precedence over primaries and transfer function.
public let kCVImageBufferICCProfileKey: CFString = "CVImageBufferICCProfile"
/// The exponent of the transfer function `UseGamma`, a number.
public let kCVImageBufferGammaLevelKey: CFString = "CVImageBufferGammaLevel"

/// The part of the picture that is free of artefacts, a dictionary of the four numbers below.
public let kCVImageBufferCleanApertureKey: CFString = "CVCleanAperture"
/// The part that a preview should show, a dictionary like that of the clean aperture.
public let kCVImageBufferPreferredCleanApertureKey: CFString = "CVPreferredCleanAperture"
/// The width of the clean aperture in pixels.
public let kCVImageBufferCleanApertureWidthKey: CFString = "Width"
/// The height of the clean aperture in pixels.
public let kCVImageBufferCleanApertureHeightKey: CFString = "Height"
/// The distance in pixels of the clean aperture's centre to the right of the picture's.
public let kCVImageBufferCleanApertureHorizontalOffsetKey: CFString = "HorizontalOffset"
/// The distance in pixels of the clean aperture's centre below the picture's.
public let kCVImageBufferCleanApertureVerticalOffsetKey: CFString = "VerticalOffset"

/// The shape of a pixel, a dictionary of the two numbers below.
public let kCVImageBufferPixelAspectRatioKey: CFString = "CVPixelAspectRatio"
/// The width of a pixel, in the unit of its height.
public let kCVImageBufferPixelAspectRatioHorizontalSpacingKey: CFString = "HorizontalSpacing"
/// The height of a pixel.
public let kCVImageBufferPixelAspectRatioVerticalSpacingKey: CFString = "VerticalSpacing"

/// The size for display in square pixels, a dictionary of the two numbers below.
public let kCVImageBufferDisplayDimensionsKey: CFString = "CVDisplayDimensions"
/// The width for display.
public let kCVImageBufferDisplayWidthKey: CFString = "Width"
/// The height for display.
public let kCVImageBufferDisplayHeightKey: CFString = "Height"

/// The number of fields of a frame: 1, or 2 if it is interlaced.
public let kCVImageBufferFieldCountKey: CFString = "CVFieldCount"
/// The order of the fields, one of the four strings below.
public let kCVImageBufferFieldDetailKey: CFString = "CVFieldDetail"
/// The field with the top line is the earlier one.
public let kCVImageBufferFieldDetailTemporalTopFirst: CFString = "TemporalTopFirst"
/// The field with the second line is the earlier one.
public let kCVImageBufferFieldDetailTemporalBottomFirst: CFString = "TemporalBottomFirst"
/// The first line in memory belongs to the earlier field.
public let kCVImageBufferFieldDetailSpatialFirstLineEarly: CFString = "SpatialFirstLineEarly"
/// The first line in memory belongs to the later field.
public let kCVImageBufferFieldDetailSpatialFirstLineLate: CFString = "SpatialFirstLineLate"

/// The colours of the display on which the picture was graded: 24 bytes of `Data`, as in SEI messages of HEVC.
public let kCVImageBufferMasteringDisplayColorVolumeKey: CFString = "MasteringDisplayColorVolume"
/// The brightest pixel and frame: 4 bytes of `Data`, as in SEI messages of HEVC.
public let kCVImageBufferContentLightLevelInfoKey: CFString = "ContentLightLevelInfo"

/// Whether all pixels of a format with alpha are opaque, a Boolean.
public let kCVImageBufferAlphaChannelIsOpaque: CFString = "AlphaChannelIsOpaque"
/// How colours are related to alpha, one of the two strings below.
public let kCVImageBufferAlphaChannelModeKey: CFString = "AlphaChannelMode"
/// Colours aren't multiplied by alpha.
public let kCVImageBufferAlphaChannelMode_StraightAlpha: CFString = "StraightAlpha"
/// Colours are multiplied by alpha.
public let kCVImageBufferAlphaChannelMode_PremultipliedAlpha: CFString = "PremultipliedAlpha"

/// Where chroma lies between the samples of luma, in the field of the top line or the whole frame, one of the strings
/// below.
public let kCVImageBufferChromaLocationTopFieldKey: CFString = "CVImageBufferChromaLocationTopField"
/// Where chroma lies in the field of the second line.
public let kCVImageBufferChromaLocationBottomFieldKey: CFString = "CVImageBufferChromaLocationBottomField"
/// In the left column of luma, between its rows.
public let kCVImageBufferChromaLocation_Left: CFString = "Left"
/// Between the columns and the rows of luma.
public let kCVImageBufferChromaLocation_Center: CFString = "Center"
/// At the top left sample of luma.
public let kCVImageBufferChromaLocation_TopLeft: CFString = "TopLeft"
/// In the top row of luma, between its columns.
public let kCVImageBufferChromaLocation_Top: CFString = "Top"
/// At the bottom left sample of luma.
public let kCVImageBufferChromaLocation_BottomLeft: CFString = "BottomLeft"
/// In the bottom row of luma, between its columns.
public let kCVImageBufferChromaLocation_Bottom: CFString = "Bottom"
/// Cb and Cr in turn, at the left samples of luma of the same field, as in DV.
public let kCVImageBufferChromaLocation_DV420: CFString = "DV 4:2:0"

/// The subsampling of the picture before it was converted to 4:2:2 by repeating chroma.
public let kCVImageBufferChromaSubsamplingKey: CFString = "CVImageBufferChromaSubsampling"
/// Chroma was halved in both directions.
public let kCVImageBufferChromaSubsampling_420: CFString = "4:2:0"
/// Chroma was halved horizontally.
public let kCVImageBufferChromaSubsampling_422: CFString = "4:2:2"
/// Chroma was quartered horizontally.
public let kCVImageBufferChromaSubsampling_411: CFString = "4:1:1"
