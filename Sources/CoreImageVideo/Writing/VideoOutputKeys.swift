/// The codec, an `AVVideoCodecType` or its characters.
public let AVVideoCodecKey = "AVVideoCodecKey"
/// The width in pixels, a number.
public let AVVideoWidthKey = "AVVideoWidthKey"
/// The height in pixels, a number.
public let AVVideoHeightKey = "AVVideoHeightKey"
/// The shape of pixels, a dictionary of the two numbers below.
public let AVVideoPixelAspectRatioKey = "PixelAspectRatio"
/// The width of a pixel, in the unit of its height.
public let AVVideoPixelAspectRatioHorizontalSpacingKey = "HorizontalSpacing"
/// The height of a pixel.
public let AVVideoPixelAspectRatioVerticalSpacingKey = "VerticalSpacing"
/// The colours of the result, a dictionary of primaries, transfer function and matrix. Frames with other colours are
/// converted.
public let AVVideoColorPropertiesKey = "ColorProperties"

/// Settings of the encoder, a dictionary of the keys below.
public let AVVideoCompressionPropertiesKey = "AVVideoCompressionPropertiesKey"
/// Bits a second on average, a number.
public let AVVideoAverageBitRateKey = "AverageBitRate"
/// The quality from 0 to 1, a number.
public let AVVideoQualityKey = "Quality"
/// The largest distance of frames that are decodable by themselves, in frames.
public let AVVideoMaxKeyFrameIntervalKey = "MaxKeyFrameInterval"
/// The largest distance of frames that are decodable by themselves, in seconds. It needs
/// `AVVideoExpectedSourceFrameRateKey`.
public let AVVideoMaxKeyFrameIntervalDurationKey = "MaxKeyFrameIntervalDuration"
/// Frames a second, a number, for the encoder's control of the rate. AVI, MXF and Ogg, which store no times, need it:
/// frames get the nearest times of the rate.
public let AVVideoExpectedSourceFrameRateKey = "ExpectedFrameRate"
/// The profile, one of the strings below.
public let AVVideoProfileLevelKey = "ProfileLevel"
/// The Baseline profile of H.264.
public let AVVideoProfileLevelH264BaselineAutoLevel = "H264_Baseline_AutoLevel"
/// The Main profile of H.264.
public let AVVideoProfileLevelH264MainAutoLevel = "H264_Main_AutoLevel"
/// The High profile of H.264.
public let AVVideoProfileLevelH264HighAutoLevel = "H264_High_AutoLevel"
