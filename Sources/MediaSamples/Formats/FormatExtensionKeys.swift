import PixelBuffers
import Pixels

/// The name of the codec or format, a string.
public let kCMFormatDescriptionExtension_FormatName: CFString = "FormatName"
/// Whether integers are of full range, a Boolean.
public let kCMFormatDescriptionExtension_FullRangeVideo: CFString = "FullRangeVideo"
/// The colour primaries; the same key and strings as `kCVImageBufferColorPrimariesKey`.
public let kCMFormatDescriptionExtension_ColorPrimaries = kCVImageBufferColorPrimariesKey
/// The transfer function; the same key and strings as `kCVImageBufferTransferFunctionKey`.
public let kCMFormatDescriptionExtension_TransferFunction = kCVImageBufferTransferFunctionKey
/// The exponent of the transfer function `UseGamma`, a number.
public let kCMFormatDescriptionExtension_GammaLevel = kCVImageBufferGammaLevelKey
/// The matrix from RGB to YCbCr; the same key and strings as `kCVImageBufferYCbCrMatrixKey`.
public let kCMFormatDescriptionExtension_YCbCrMatrix = kCVImageBufferYCbCrMatrixKey
/// An ICC profile, `Data`.
public let kCMFormatDescriptionExtension_ICCProfile = kCVImageBufferICCProfileKey
/// The part that is free of artefacts, a dictionary.
public let kCMFormatDescriptionExtension_CleanAperture = kCVImageBufferCleanApertureKey
/// The shape of pixels, a dictionary.
public let kCMFormatDescriptionExtension_PixelAspectRatio = kCVImageBufferPixelAspectRatioKey
/// The number of fields of a frame.
public let kCMFormatDescriptionExtension_FieldCount = kCVImageBufferFieldCountKey
/// The order of the fields, a string.
public let kCMFormatDescriptionExtension_FieldDetail = kCVImageBufferFieldDetailKey
/// Where chroma lies between the samples of luma, a string.
public let kCMFormatDescriptionExtension_ChromaLocationTopField = kCVImageBufferChromaLocationTopFieldKey
/// Where chroma lies in the field of the second line, a string.
public let kCMFormatDescriptionExtension_ChromaLocationBottomField = kCVImageBufferChromaLocationBottomFieldKey
/// The colours of the display on which the video was graded, `Data`.
public let kCMFormatDescriptionExtension_MasteringDisplayColorVolume = kCVImageBufferMasteringDisplayColorVolumeKey
/// The brightest pixel and frame, `Data`.
public let kCMFormatDescriptionExtension_ContentLightLevelInfo = kCVImageBufferContentLightLevelInfoKey

/// Returns the keys that format descriptions and attachments of image buffers have in common.
public func CMVideoFormatDescriptionGetExtensionKeysCommonWithImageBuffers() -> [CFString] {
    CVImageBufferDescription.keys.sorted()
}

/// What a format description takes from an image buffer.
enum CVImageBufferDescription {
    static let keys: Set<CFString> = [
        kCVImageBufferColorPrimariesKey, kCVImageBufferTransferFunctionKey, kCVImageBufferGammaLevelKey,
        kCVImageBufferYCbCrMatrixKey, kCVImageBufferICCProfileKey, kCVImageBufferCleanApertureKey,
        kCVImageBufferPixelAspectRatioKey, kCVImageBufferFieldCountKey, kCVImageBufferFieldDetailKey,
        kCVImageBufferChromaLocationTopFieldKey, kCVImageBufferChromaLocationBottomFieldKey,
        kCVImageBufferMasteringDisplayColorVolumeKey, kCVImageBufferContentLightLevelInfoKey,
    ]

    /// Returns the attachments of a buffer that describe its format.
    static func extensions(of buffer: CVImageBuffer) -> CFDictionary {
        buffer.allAttachments.filter { keys.contains($0.key) }
    }

    static func dimensions(of buffer: CVImageBuffer) -> CMVideoDimensions {
        // Widths and heights of buffers are below 2³¹.
        CMVideoDimensions(
            width: Int32(clamping: CVPixelBufferGetWidth(buffer)),
            height: Int32(clamping: CVPixelBufferGetHeight(buffer)))
    }
}
