import CoreImageEssentials
import PixelBuffers

/// The primaries, one of the strings that begin with `AVVideoColorPrimaries_`.
public let AVVideoColorPrimariesKey = "ColorPrimaries"
/// ITU-R BT.709.
public let AVVideoColorPrimaries_ITU_R_709_2 = kCVImageBufferColorPrimaries_ITU_R_709_2
/// EBU Tech. 3213: PAL.
public let AVVideoColorPrimaries_EBU_3213 = kCVImageBufferColorPrimaries_EBU_3213
/// SMPTE RP 145: NTSC.
public let AVVideoColorPrimaries_SMPTE_C = kCVImageBufferColorPrimaries_SMPTE_C
/// P3 with a white of D65.
public let AVVideoColorPrimaries_P3_D65 = kCVImageBufferColorPrimaries_P3_D65
/// ITU-R BT.2020.
public let AVVideoColorPrimaries_ITU_R_2020 = kCVImageBufferColorPrimaries_ITU_R_2020

/// The transfer function, one of the strings that begin with `AVVideoTransferFunction_`.
public let AVVideoTransferFunctionKey = "TransferFunction"
/// ITU-R BT.709.
public let AVVideoTransferFunction_ITU_R_709_2 = kCVImageBufferTransferFunction_ITU_R_709_2
/// SMPTE 240M.
public let AVVideoTransferFunction_SMPTE_240M_1995 = kCVImageBufferTransferFunction_SMPTE_240M_1995
/// The perceptual quantizer, for high dynamic range.
public let AVVideoTransferFunction_SMPTE_ST_2084_PQ = kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ
/// Hybrid log-gamma, for high dynamic range.
public let AVVideoTransferFunction_ITU_R_2100_HLG = kCVImageBufferTransferFunction_ITU_R_2100_HLG
/// sRGB.
public let AVVideoTransferFunction_IEC_sRGB = kCVImageBufferTransferFunction_sRGB
/// Stored values are proportional to light.
public let AVVideoTransferFunction_Linear = kCVImageBufferTransferFunction_Linear

/// The matrix from RGB to YCbCr, one of the strings that begin with `AVVideoYCbCrMatrix_`.
public let AVVideoYCbCrMatrixKey = "YCbCrMatrix"
/// ITU-R BT.709.
public let AVVideoYCbCrMatrix_ITU_R_709_2 = kCVImageBufferYCbCrMatrix_ITU_R_709_2
/// ITU-R BT.601.
public let AVVideoYCbCrMatrix_ITU_R_601_4 = kCVImageBufferYCbCrMatrix_ITU_R_601_4
/// SMPTE 240M.
public let AVVideoYCbCrMatrix_SMPTE_240M_1995 = kCVImageBufferYCbCrMatrix_SMPTE_240M_1995
/// ITU-R BT.2020.
public let AVVideoYCbCrMatrix_ITU_R_2020 = kCVImageBufferYCbCrMatrix_ITU_R_2020
