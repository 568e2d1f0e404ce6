import Pixels

/// The chromaticities of red, green, blue and white, one of the strings below.
public let kCVImageBufferColorPrimariesKey: CFString = "CVImageBufferColorPrimaries"
/// ITU-R BT.709, also those of sRGB.
public let kCVImageBufferColorPrimaries_ITU_R_709_2: CFString = "ITU_R_709_2"
/// EBU Tech. 3213: PAL.
public let kCVImageBufferColorPrimaries_EBU_3213: CFString = "EBU_3213"
/// SMPTE RP 145: NTSC.
public let kCVImageBufferColorPrimaries_SMPTE_C: CFString = "SMPTE_C"
/// The phosphors P22.
public let kCVImageBufferColorPrimaries_P22: CFString = "P22"
/// SMPTE RP 431-2: theatre projectors.
public let kCVImageBufferColorPrimaries_DCI_P3: CFString = "DCI_P3"
/// SMPTE EG 432-1: P3 with a white of D65.
public let kCVImageBufferColorPrimaries_P3_D65: CFString = "P3_D65"
/// ITU-R BT.2020.
public let kCVImageBufferColorPrimaries_ITU_R_2020: CFString = "ITU_R_2020"

/// The curve between stored values and light, one of the strings below.
public let kCVImageBufferTransferFunctionKey: CFString = "CVImageBufferTransferFunction"
/// ITU-R BT.709.
public let kCVImageBufferTransferFunction_ITU_R_709_2: CFString = "ITU_R_709_2"
/// SMPTE 240M.
public let kCVImageBufferTransferFunction_SMPTE_240M_1995: CFString = "SMPTE_240M_1995"
/// A power whose exponent is attached with `kCVImageBufferGammaLevelKey`.
public let kCVImageBufferTransferFunction_UseGamma: CFString = "UseGamma"
/// IEC 61966-2-1.
public let kCVImageBufferTransferFunction_sRGB: CFString = "IEC_sRGB"
/// Stored values are proportional to light.
public let kCVImageBufferTransferFunction_Linear: CFString = "Linear"
/// ITU-R BT.2020, the curve of BT.709.
public let kCVImageBufferTransferFunction_ITU_R_2020: CFString = "ITU_R_2020"
/// SMPTE ST 428-1: a power of 2.6.
public let kCVImageBufferTransferFunction_SMPTE_ST_428_1: CFString = "SMPTE_ST_428_1"
/// SMPTE ST 2084, the perceptual quantizer.
public let kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ: CFString = "SMPTE_ST_2084_PQ"
/// ITU-R BT.2100, hybrid log-gamma.
public let kCVImageBufferTransferFunction_ITU_R_2100_HLG: CFString = "ITU_R_2100_HLG"

/// The matrix from RGB to YCbCr, one of the strings below.
public let kCVImageBufferYCbCrMatrixKey: CFString = "CVImageBufferYCbCrMatrix"
/// ITU-R BT.709.
public let kCVImageBufferYCbCrMatrix_ITU_R_709_2: CFString = "ITU_R_709_2"
/// ITU-R BT.601.
public let kCVImageBufferYCbCrMatrix_ITU_R_601_4: CFString = "ITU_R_601_4"
/// SMPTE 240M.
public let kCVImageBufferYCbCrMatrix_SMPTE_240M_1995: CFString = "SMPTE_240M_1995"
/// ITU-R BT.2020, with non-constant luminance.
public let kCVImageBufferYCbCrMatrix_ITU_R_2020: CFString = "ITU_R_2020"
