// Keys of ImageIO's EXIF dictionary.

/// EXIF tag ExposureTime.
package let kCGImagePropertyExifExposureTime = "ExposureTime"
/// EXIF tag FNumber.
package let kCGImagePropertyExifFNumber = "FNumber"
/// EXIF tag ExposureProgram.
package let kCGImagePropertyExifExposureProgram = "ExposureProgram"
/// EXIF tag SpectralSensitivity.
package let kCGImagePropertyExifSpectralSensitivity = "SpectralSensitivity"
/// EXIF tag ISOSpeedRatings.
package let kCGImagePropertyExifISOSpeedRatings = "ISOSpeedRatings"
/// EXIF tag OECF.
package let kCGImagePropertyExifOECF = "OECF"
/// EXIF tag SensitivityType.
package let kCGImagePropertyExifSensitivityType = "SensitivityType"
/// EXIF tag StandardOutputSensitivity.
package let kCGImagePropertyExifStandardOutputSensitivity = "StandardOutputSensitivity"
/// EXIF tag RecommendedExposureIndex.
package let kCGImagePropertyExifRecommendedExposureIndex = "RecommendedExposureIndex"
/// EXIF tag ISOSpeed.
package let kCGImagePropertyExifISOSpeed = "ISOSpeed"
/// EXIF tag ExifVersion.
package let kCGImagePropertyExifVersion = "ExifVersion"
/// EXIF tag DateTimeOriginal.
package let kCGImagePropertyExifDateTimeOriginal = "DateTimeOriginal"
/// EXIF tag DateTimeDigitized.
package let kCGImagePropertyExifDateTimeDigitized = "DateTimeDigitized"
/// EXIF tag OffsetTime.
package let kCGImagePropertyExifOffsetTime = "OffsetTime"
/// EXIF tag OffsetTimeOriginal.
package let kCGImagePropertyExifOffsetTimeOriginal = "OffsetTimeOriginal"
/// EXIF tag OffsetTimeDigitized.
package let kCGImagePropertyExifOffsetTimeDigitized = "OffsetTimeDigitized"
/// EXIF tag ComponentsConfiguration.
package let kCGImagePropertyExifComponentsConfiguration = "ComponentsConfiguration"
/// EXIF tag CompressedBitsPerPixel.
package let kCGImagePropertyExifCompressedBitsPerPixel = "CompressedBitsPerPixel"
/// EXIF tag ShutterSpeedValue.
package let kCGImagePropertyExifShutterSpeedValue = "ShutterSpeedValue"
/// EXIF tag ApertureValue.
package let kCGImagePropertyExifApertureValue = "ApertureValue"
/// EXIF tag BrightnessValue.
package let kCGImagePropertyExifBrightnessValue = "BrightnessValue"
/// EXIF tag ExposureBiasValue.
package let kCGImagePropertyExifExposureBiasValue = "ExposureBiasValue"
/// EXIF tag MaxApertureValue.
package let kCGImagePropertyExifMaxApertureValue = "MaxApertureValue"
/// EXIF tag SubjectDistance.
package let kCGImagePropertyExifSubjectDistance = "SubjectDistance"
/// EXIF tag MeteringMode.
package let kCGImagePropertyExifMeteringMode = "MeteringMode"
/// EXIF tag LightSource.
package let kCGImagePropertyExifLightSource = "LightSource"
/// EXIF tag Flash.
package let kCGImagePropertyExifFlash = "Flash"
/// EXIF tag FocalLength.
package let kCGImagePropertyExifFocalLength = "FocalLength"
/// EXIF tag SubjectArea.
package let kCGImagePropertyExifSubjectArea = "SubjectArea"
/// EXIF tag UserComment.
package let kCGImagePropertyExifUserComment = "UserComment"
/// EXIF tag SubsecTime.
package let kCGImagePropertyExifSubsecTime = "SubsecTime"
/// EXIF tag SubsecTimeOriginal.
package let kCGImagePropertyExifSubsecTimeOriginal = "SubsecTimeOriginal"
/// EXIF tag SubsecTimeDigitized.
package let kCGImagePropertyExifSubsecTimeDigitized = "SubsecTimeDigitized"
/// EXIF tag FlashPixVersion.
package let kCGImagePropertyExifFlashPixVersion = "FlashPixVersion"
/// EXIF tag ColorSpace.
package let kCGImagePropertyExifColorSpace = "ColorSpace"
/// EXIF tag PixelXDimension.
package let kCGImagePropertyExifPixelXDimension = "PixelXDimension"
/// EXIF tag PixelYDimension.
package let kCGImagePropertyExifPixelYDimension = "PixelYDimension"
/// EXIF tag RelatedSoundFile.
package let kCGImagePropertyExifRelatedSoundFile = "RelatedSoundFile"
/// EXIF tag FlashEnergy.
package let kCGImagePropertyExifFlashEnergy = "FlashEnergy"
/// EXIF tag SpatialFrequencyResponse.
package let kCGImagePropertyExifSpatialFrequencyResponse = "SpatialFrequencyResponse"
/// EXIF tag FocalPlaneXResolution.
package let kCGImagePropertyExifFocalPlaneXResolution = "FocalPlaneXResolution"
/// EXIF tag FocalPlaneYResolution.
package let kCGImagePropertyExifFocalPlaneYResolution = "FocalPlaneYResolution"
/// EXIF tag FocalPlaneResolutionUnit.
package let kCGImagePropertyExifFocalPlaneResolutionUnit = "FocalPlaneResolutionUnit"
/// EXIF tag SubjectLocation.
package let kCGImagePropertyExifSubjectLocation = "SubjectLocation"
/// EXIF tag ExposureIndex.
package let kCGImagePropertyExifExposureIndex = "ExposureIndex"
/// EXIF tag SensingMethod.
package let kCGImagePropertyExifSensingMethod = "SensingMethod"
/// EXIF tag FileSource.
package let kCGImagePropertyExifFileSource = "FileSource"
/// EXIF tag SceneType.
package let kCGImagePropertyExifSceneType = "SceneType"
/// EXIF tag CFAPattern.
package let kCGImagePropertyExifCFAPattern = "CFAPattern"
/// EXIF tag CustomRendered.
package let kCGImagePropertyExifCustomRendered = "CustomRendered"
/// EXIF tag ExposureMode.
package let kCGImagePropertyExifExposureMode = "ExposureMode"
/// EXIF tag WhiteBalance.
package let kCGImagePropertyExifWhiteBalance = "WhiteBalance"
/// EXIF tag DigitalZoomRatio.
package let kCGImagePropertyExifDigitalZoomRatio = "DigitalZoomRatio"
/// EXIF tag FocalLenIn35mmFilm.
package let kCGImagePropertyExifFocalLenIn35mmFilm = "FocalLenIn35mmFilm"
/// EXIF tag SceneCaptureType.
package let kCGImagePropertyExifSceneCaptureType = "SceneCaptureType"
/// EXIF tag GainControl.
package let kCGImagePropertyExifGainControl = "GainControl"
/// EXIF tag Contrast.
package let kCGImagePropertyExifContrast = "Contrast"
/// EXIF tag Saturation.
package let kCGImagePropertyExifSaturation = "Saturation"
/// EXIF tag Sharpness.
package let kCGImagePropertyExifSharpness = "Sharpness"
/// EXIF tag DeviceSettingDescription.
package let kCGImagePropertyExifDeviceSettingDescription = "DeviceSettingDescription"
/// EXIF tag SubjectDistRange.
package let kCGImagePropertyExifSubjectDistRange = "SubjectDistRange"
/// EXIF tag ImageUniqueID.
package let kCGImagePropertyExifImageUniqueID = "ImageUniqueID"
/// EXIF tag CameraOwnerName.
package let kCGImagePropertyExifCameraOwnerName = "CameraOwnerName"
/// EXIF tag BodySerialNumber.
package let kCGImagePropertyExifBodySerialNumber = "BodySerialNumber"
/// EXIF tag LensSpecification.
package let kCGImagePropertyExifLensSpecification = "LensSpecification"
/// EXIF tag LensMake.
package let kCGImagePropertyExifLensMake = "LensMake"
/// EXIF tag LensModel.
package let kCGImagePropertyExifLensModel = "LensModel"
/// EXIF tag LensSerialNumber.
package let kCGImagePropertyExifLensSerialNumber = "LensSerialNumber"
/// EXIF tag Gamma.
package let kCGImagePropertyExifGamma = "Gamma"
