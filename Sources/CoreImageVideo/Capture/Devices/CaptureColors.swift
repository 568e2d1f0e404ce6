import CV4L2
import CoreImageEssentials

/// The colours of a camera's frames, as Video4Linux states them.
struct CaptureColors: Hashable, Sendable {
    let colorSpace: UInt32
    let matrix: UInt32
    let range: UInt32
    let transfer: UInt32

    init(_ format: v4l2_pix_format) {
        colorSpace = format.colorspace
        // Drivers that don't know the newer fields leave them undefined.
        let hasFields = format.priv == cv4l2_format_magic
        matrix = hasFields ? format.ycbcr_enc : 0
        range = hasFields ? format.quantization : 0
        transfer = hasFields ? format.xfer_func : 0
    }

    /// Whether codes are of the full range. By default they are for RGB and JPEG, and not for other YCbCr.
    func isFullRange(_ format: CaptureFormat) -> Bool {
        switch range {
        case V4L2_QUANTIZATION_FULL_RANGE.rawValue: true
        case V4L2_QUANTIZATION_LIM_RANGE.rawValue: false
        default: !format.isYCbCr || colorSpace == V4L2_COLORSPACE_JPEG.rawValue
        }
    }

    /// What is attached to the frames. What the driver doesn't state isn't attached, so that the rule for untagged
    /// buffers applies.
    func attachments(_ format: CaptureFormat) -> [CFString: CFString] {
        var result: [CFString: CFString] = [:]
        result[kCVImageBufferColorPrimariesKey] = primaries
        result[kCVImageBufferTransferFunctionKey] = transferFunction
        guard format.isYCbCr else { return result }
        result[kCVImageBufferYCbCrMatrixKey] = yCbCrMatrix
        if format == .nv12 || format == .yu12 {
            result[kCVImageBufferChromaLocationTopFieldKey] = kCVImageBufferChromaLocation_Left
        }
        return result
    }

    private var primaries: CFString? {
        switch colorSpace {
        case V4L2_COLORSPACE_SMPTE170M.rawValue, V4L2_COLORSPACE_SMPTE240M.rawValue:
            kCVImageBufferColorPrimaries_SMPTE_C
        case V4L2_COLORSPACE_470_SYSTEM_BG.rawValue: kCVImageBufferColorPrimaries_EBU_3213
        case V4L2_COLORSPACE_REC709.rawValue, V4L2_COLORSPACE_JPEG.rawValue, V4L2_COLORSPACE_SRGB.rawValue:
            kCVImageBufferColorPrimaries_ITU_R_709_2
        case V4L2_COLORSPACE_BT2020.rawValue: kCVImageBufferColorPrimaries_ITU_R_2020
        case V4L2_COLORSPACE_DCI_P3.rawValue: kCVImageBufferColorPrimaries_DCI_P3
        default: nil
        }
    }

    /// The transfer function, or the one that belongs to the colour space.
    private var transferFunction: CFString? {
        switch transfer {
        case V4L2_XFER_FUNC_709.rawValue: kCVImageBufferTransferFunction_ITU_R_709_2
        case V4L2_XFER_FUNC_SRGB.rawValue: kCVImageBufferTransferFunction_sRGB
        case V4L2_XFER_FUNC_SMPTE240M.rawValue: kCVImageBufferTransferFunction_SMPTE_240M_1995
        case V4L2_XFER_FUNC_NONE.rawValue: kCVImageBufferTransferFunction_Linear
        case V4L2_XFER_FUNC_DCI_P3.rawValue: kCVImageBufferTransferFunction_SMPTE_ST_428_1
        case V4L2_XFER_FUNC_SMPTE2084.rawValue: kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ
        default:
            switch colorSpace {
            case V4L2_COLORSPACE_SRGB.rawValue, V4L2_COLORSPACE_JPEG.rawValue: kCVImageBufferTransferFunction_sRGB
            case V4L2_COLORSPACE_SMPTE240M.rawValue: kCVImageBufferTransferFunction_SMPTE_240M_1995
            case V4L2_COLORSPACE_DCI_P3.rawValue: kCVImageBufferTransferFunction_SMPTE_ST_428_1
            case V4L2_COLORSPACE_SMPTE170M.rawValue, V4L2_COLORSPACE_470_SYSTEM_BG.rawValue,
                V4L2_COLORSPACE_REC709.rawValue, V4L2_COLORSPACE_BT2020.rawValue:
                kCVImageBufferTransferFunction_ITU_R_709_2
            default: nil
            }
        }
    }

    /// The matrix, or the one that belongs to the colour space.
    private var yCbCrMatrix: CFString? {
        switch matrix {
        case V4L2_YCBCR_ENC_601.rawValue, V4L2_YCBCR_ENC_XV601.rawValue: kCVImageBufferYCbCrMatrix_ITU_R_601_4
        case V4L2_YCBCR_ENC_709.rawValue, V4L2_YCBCR_ENC_XV709.rawValue: kCVImageBufferYCbCrMatrix_ITU_R_709_2
        case V4L2_YCBCR_ENC_BT2020.rawValue: kCVImageBufferYCbCrMatrix_ITU_R_2020
        case V4L2_YCBCR_ENC_SMPTE240M.rawValue: kCVImageBufferYCbCrMatrix_SMPTE_240M_1995
        default:
            switch colorSpace {
            case V4L2_COLORSPACE_DEFAULT.rawValue: nil
            case V4L2_COLORSPACE_REC709.rawValue, V4L2_COLORSPACE_DCI_P3.rawValue:
                kCVImageBufferYCbCrMatrix_ITU_R_709_2
            case V4L2_COLORSPACE_BT2020.rawValue: kCVImageBufferYCbCrMatrix_ITU_R_2020
            case V4L2_COLORSPACE_SMPTE240M.rawValue: kCVImageBufferYCbCrMatrix_SMPTE_240M_1995
            default: kCVImageBufferYCbCrMatrix_ITU_R_601_4
            }
        }
    }
}
