// Keys of ImageIO's EXIF dictionary.

/// EXIF tag ExposureTime.
public let kCGImagePropertyExifExposureTime = "ExposureTime"
/// EXIF tag FNumber.
public let kCGImagePropertyExifFNumber = "FNumber"
/// EXIF tag ExposureProgram.
public let kCGImagePropertyExifExposureProgram = "ExposureProgram"
/// EXIF tag SpectralSensitivity.
public let kCGImagePropertyExifSpectralSensitivity = "SpectralSensitivity"
/// EXIF tag ISOSpeedRatings.
public let kCGImagePropertyExifISOSpeedRatings = "ISOSpeedRatings"
/// EXIF tag OECF.
public let kCGImagePropertyExifOECF = "OECF"
/// EXIF tag SensitivityType.
public let kCGImagePropertyExifSensitivityType = "SensitivityType"
/// EXIF tag StandardOutputSensitivity.
public let kCGImagePropertyExifStandardOutputSensitivity = "StandardOutputSensitivity"
/// EXIF tag RecommendedExposureIndex.
public let kCGImagePropertyExifRecommendedExposureIndex = "RecommendedExposureIndex"
/// EXIF tag ISOSpeed.
public let kCGImagePropertyExifISOSpeed = "ISOSpeed"
/// EXIF tag ExifVersion.
public let kCGImagePropertyExifVersion = "ExifVersion"
/// EXIF tag DateTimeOriginal.
public let kCGImagePropertyExifDateTimeOriginal = "DateTimeOriginal"
/// EXIF tag DateTimeDigitized.
public let kCGImagePropertyExifDateTimeDigitized = "DateTimeDigitized"
/// EXIF tag OffsetTime.
public let kCGImagePropertyExifOffsetTime = "OffsetTime"
/// EXIF tag OffsetTimeOriginal.
public let kCGImagePropertyExifOffsetTimeOriginal = "OffsetTimeOriginal"
/// EXIF tag OffsetTimeDigitized.
public let kCGImagePropertyExifOffsetTimeDigitized = "OffsetTimeDigitized"
/// EXIF tag ComponentsConfiguration.
public let kCGImagePropertyExifComponentsConfiguration = "ComponentsConfiguration"
/// EXIF tag CompressedBitsPerPixel.
public let kCGImagePropertyExifCompressedBitsPerPixel = "CompressedBitsPerPixel"
/// EXIF tag ShutterSpeedValue.
public let kCGImagePropertyExifShutterSpeedValue = "ShutterSpeedValue"
/// EXIF tag ApertureValue.
public let kCGImagePropertyExifApertureValue = "ApertureValue"
/// EXIF tag BrightnessValue.
public let kCGImagePropertyExifBrightnessValue = "BrightnessValue"
/// EXIF tag ExposureBiasValue.
public let kCGImagePropertyExifExposureBiasValue = "ExposureBiasValue"
/// EXIF tag MaxApertureValue.
public let kCGImagePropertyExifMaxApertureValue = "MaxApertureValue"
/// EXIF tag SubjectDistance.
public let kCGImagePropertyExifSubjectDistance = "SubjectDistance"
/// EXIF tag MeteringMode.
public let kCGImagePropertyExifMeteringMode = "MeteringMode"
/// EXIF tag LightSource.
public let kCGImagePropertyExifLightSource = "LightSource"
/// EXIF tag Flash.
public let kCGImagePropertyExifFlash = "Flash"
/// EXIF tag FocalLength.
public let kCGImagePropertyExifFocalLength = "FocalLength"
/// EXIF tag SubjectArea.
public let kCGImagePropertyExifSubjectArea = "SubjectArea"
/// EXIF tag UserComment.
public let kCGImagePropertyExifUserComment = "UserComment"
/// EXIF tag SubsecTime.
public let kCGImagePropertyExifSubsecTime = "SubsecTime"
/// EXIF tag SubsecTimeOriginal.
public let kCGImagePropertyExifSubsecTimeOriginal = "SubsecTimeOriginal"
/// EXIF tag SubsecTimeDigitized.
public let kCGImagePropertyExifSubsecTimeDigitized = "SubsecTimeDigitized"
/// EXIF tag FlashPixVersion.
public let kCGImagePropertyExifFlashPixVersion = "FlashPixVersion"
/// EXIF tag ColorSpace.
public let kCGImagePropertyExifColorSpace = "ColorSpace"
/// EXIF tag PixelXDimension.
public let kCGImagePropertyExifPixelXDimension = "PixelXDimension"
/// EXIF tag PixelYDimension.
public let kCGImagePropertyExifPixelYDimension = "PixelYDimension"
/// EXIF tag RelatedSoundFile.
public let kCGImagePropertyExifRelatedSoundFile = "RelatedSoundFile"
/// EXIF tag FlashEnergy.
public let kCGImagePropertyExifFlashEnergy = "FlashEnergy"
/// EXIF tag SpatialFrequencyResponse.
public let kCGImagePropertyExifSpatialFrequencyResponse = "SpatialFrequencyResponse"
/// EXIF tag FocalPlaneXResolution.
public let kCGImagePropertyExifFocalPlaneXResolution = "FocalPlaneXResolution"
/// EXIF tag FocalPlaneYResolution.
public let kCGImagePropertyExifFocalPlaneYResolution = "FocalPlaneYResolution"
/// EXIF tag FocalPlaneResolutionUnit.
public let kCGImagePropertyExifFocalPlaneResolutionUnit = "FocalPlaneResolutionUnit"
/// EXIF tag SubjectLocation.
public let kCGImagePropertyExifSubjectLocation = "SubjectLocation"
/// EXIF tag ExposureIndex.
public let kCGImagePropertyExifExposureIndex = "ExposureIndex"
/// EXIF tag SensingMethod.
public let kCGImagePropertyExifSensingMethod = "SensingMethod"
/// EXIF tag FileSource.
public let kCGImagePropertyExifFileSource = "FileSource"
/// EXIF tag SceneType.
public let kCGImagePropertyExifSceneType = "SceneType"
/// EXIF tag CFAPattern.
public let kCGImagePropertyExifCFAPattern = "CFAPattern"
/// EXIF tag CustomRendered.
public let kCGImagePropertyExifCustomRendered = "CustomRendered"
/// EXIF tag ExposureMode.
public let kCGImagePropertyExifExposureMode = "ExposureMode"
/// EXIF tag WhiteBalance.
public let kCGImagePropertyExifWhiteBalance = "WhiteBalance"
/// EXIF tag DigitalZoomRatio.
public let kCGImagePropertyExifDigitalZoomRatio = "DigitalZoomRatio"
/// EXIF tag FocalLenIn35mmFilm.
public let kCGImagePropertyExifFocalLenIn35mmFilm = "FocalLenIn35mmFilm"
/// EXIF tag SceneCaptureType.
public let kCGImagePropertyExifSceneCaptureType = "SceneCaptureType"
/// EXIF tag GainControl.
public let kCGImagePropertyExifGainControl = "GainControl"
/// EXIF tag Contrast.
public let kCGImagePropertyExifContrast = "Contrast"
/// EXIF tag Saturation.
public let kCGImagePropertyExifSaturation = "Saturation"
/// EXIF tag Sharpness.
public let kCGImagePropertyExifSharpness = "Sharpness"
/// EXIF tag DeviceSettingDescription.
public let kCGImagePropertyExifDeviceSettingDescription = "DeviceSettingDescription"
/// EXIF tag SubjectDistRange.
public let kCGImagePropertyExifSubjectDistRange = "SubjectDistRange"
/// EXIF tag ImageUniqueID.
public let kCGImagePropertyExifImageUniqueID = "ImageUniqueID"
/// EXIF tag CameraOwnerName.
public let kCGImagePropertyExifCameraOwnerName = "CameraOwnerName"
/// EXIF tag BodySerialNumber.
public let kCGImagePropertyExifBodySerialNumber = "BodySerialNumber"
/// EXIF tag LensSpecification.
public let kCGImagePropertyExifLensSpecification = "LensSpecification"
/// EXIF tag LensMake.
public let kCGImagePropertyExifLensMake = "LensMake"
/// EXIF tag LensModel.
public let kCGImagePropertyExifLensModel = "LensModel"
/// EXIF tag LensSerialNumber.
public let kCGImagePropertyExifLensSerialNumber = "LensSerialNumber"
/// EXIF tag Gamma.
public let kCGImagePropertyExifGamma = "Gamma"
