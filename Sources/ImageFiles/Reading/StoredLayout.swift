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

    init(_ picture: any OpenedPicture, _ fields: PictureFields) {
        pixelFormat = picture.pixelFormat
        hasAlpha = pixelFormat.layout.hasAlpha && !picture.isInk
        isFloat = pixelFormat.component == .float32
        storedDepth = fields.bitsPerSample ?? pixelFormat.component.byteCount * 8
        let family: CGColorSpaceModel = picture.isInk ? .cmyk : pixelFormat.layout.isGray ? .monochrome : .rgb
        let embedded = fields.profile.flatMap(CGColorSpace.init(iccData:))
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
}
