import CVips
import Foundation
import Pixels

/// The type, channels and colour space of a decoded picture's components.
struct StoredLayout {
    let pixelFormat: PixelFormat
    let hasAlpha: Bool
    let storedDepth: Int
    let isFloat: Bool
    /// The colour space of the stored components.
    let storedSpace: CGColorSpace
    /// The name in the embedded profile, or of the assumed space.
    let profileName: String?

    init(_ header: VipsHandle) throws(VipsFailure) {
        let plain = try Self.normalized(header)
        let component: PixelFormat.Component
        switch plain.format {
        case "uchar": component = .uint8
        case "ushort": component = .uint16
        default: component = .float32
        }
        let isInk = plain.interpretation == "cmyk"
        switch plain.bands {
        case 1: (pixelFormat, hasAlpha) = (PixelFormat(.l, component), false)
        case 2: (pixelFormat, hasAlpha) = (PixelFormat(.la, component), true)
        case 3: (pixelFormat, hasAlpha) = (PixelFormat(.rgb, component), false)
        default: (pixelFormat, hasAlpha) = (PixelFormat(.rgba, component), !isInk)
        }
        isFloat = component == .float32
        storedDepth = header.integer("bits-per-sample") ?? component.byteCount * 8
        let family: CGColorSpaceModel = isInk ? .cmyk : plain.bands <= 2 ? .monochrome : .rgb
        let embedded = plain.blob("icc-profile-data").flatMap(CGColorSpace.init(iccData:))
        if let embedded, embedded.model == family {
            storedSpace = embedded
        } else {
            storedSpace = Self.assumedSpace(family, isLinear: isFloat)
        }
        profileName = storedSpace.profileDescription
    }

    /// Returns the colour space for a picture without a usable profile: sRGB or its gray; the linear variant for
    /// floats.
    static func assumedSpace(_ family: CGColorSpaceModel, isLinear: Bool) -> CGColorSpace {
        switch family {
        case .cmyk: CGColorSpaceCreateDeviceCMYK()
        case .monochrome:
            isLinear
                ? CGColorSpace(name: CGColorSpace.extendedLinearGray) ?? CGColorSpaceCreateDeviceGray()
                : CGColorSpaceCreateDeviceGray()
        default:
            CGColorSpace(name: isLinear ? CGColorSpace.extendedLinearSRGB : CGColorSpace.sRGB)
                ?? CGColorSpaceCreateDeviceRGB()
        }
    }

    /// The colour space of the values that a source delivers. Inks are converted to sRGB.
    var deliveredSpace: CGColorSpace {
        storedSpace.model == .cmyk ? CGColorSpace(name: CGColorSpace.sRGB) ?? storedSpace : storedSpace
    }

    var inkConversion: ColorConversion? {
        get throws { storedSpace.model == .cmyk ? try ColorConversion(from: storedSpace, to: deliveredSpace) : nil }
    }

    /// Converts a picture to bytes, 16-bit integers or floats, in gray, RGB or CMYK, with at most one extra channel.
    /// libvips converts its other types and spaces lazily.
    static func normalized(_ image: VipsHandle) throws(VipsFailure) -> VipsHandle {
        var image = image
        switch image.interpretation {
        case "lab", "labq", "labs", "lch", "cmc", "xyz", "yxy", "hsv":
            image = try VipsHandle(cvips_to_interpretation(image.pointer, "srgb"))
        default: break
        }
        if image.coding != "none" { image = try VipsHandle(cvips_to_interpretation(image.pointer, "srgb")) }
        if !["uchar", "ushort", "float"].contains(image.format) {
            image = try VipsHandle(cvips_cast(image.pointer, "float"))
        }
        if image.bands > 4 { image = try VipsHandle(cvips_extract_bands(image.pointer, 0, 4)) }
        return image
    }
}
