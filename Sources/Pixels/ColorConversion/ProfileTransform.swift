import CLCMS
import Foundation
import Synchronization

/// A Little CMS transform between a profile and XYZ under D50, in float.
///
/// The intent is relative colorimetric with black point compensation. The transform is created without Little CMS's
/// one-pixel cache, so using it doesn't change it, and many threads may share it.
final class ProfileTransform: @unchecked Sendable {
    private let handle: cmsHTRANSFORM
    private let model: CGColorSpaceModel
    private let toXYZ: Bool

    private struct Key: Hashable {
        var profile: ICCProfile
        var toXYZ: Bool
    }
    private static let shared = Mutex<[Key: ProfileTransform]>([:])

    /// Returns the transform from the profile's space to XYZ or back. Up to 32 transforms are cached.
    static func of(_ profile: ICCProfile, toXYZ: Bool) throws -> ProfileTransform {
        let key = Key(profile: profile, toXYZ: toXYZ)
        if let found = shared.withLock({ $0[key] }) { return found }
        guard let made = ProfileTransform(profile, toXYZ: toXYZ) else {
            throw ColorConversionError.unusableProfile(
                space: profile.englishName ?? "\(profile.model), \(profile.data.count) bytes")
        }
        return shared.withLock { cache in
            if cache.count >= 32 { cache.removeAll() }
            cache[key] = made
            return made
        }
    }

    private init?(_ profile: ICCProfile, toXYZ: Bool) {
        guard let device = ICCProfile.open(profile.data) else { return nil }
        defer { cmsCloseProfile(device) }
        guard let connection = cmsCreateXYZProfile() else { return nil }
        defer { cmsCloseProfile(connection) }
        let deviceFormat = Self.format(profile.model)
        let connectionFormat = Self.format(.XYZ)
        let flags = cmsUInt32Number(cmsFLAGS_NOCACHE | cmsFLAGS_BLACKPOINTCOMPENSATION)
        let intent = cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC)
        let made =
            toXYZ
            ? cmsCreateTransform(device, deviceFormat, connection, connectionFormat, intent, flags)
            : cmsCreateTransform(connection, connectionFormat, device, deviceFormat, intent, flags)
        guard let made else { return nil }
        (handle, model, self.toXYZ) = (made, profile.model, toXYZ)
    }

    deinit { cmsDeleteTransform(handle) }

    /// Returns the Little CMS pixel format of four floats with a colour of the given model. It replaces macros of
    /// `lcms2.h`, which Swift can't import.
    private static func format(_ model: CGColorSpaceModel) -> cmsUInt32Number {
        let (space, channels): (Int32, Int) =
            switch model {
            case .monochrome: (PT_GRAY, 1)
            case .cmyk: (PT_CMYK, 4)
            case .lab: (PT_Lab, 3)
            case .XYZ: (PT_XYZ, 3)
            default: (PT_RGB, 3)
            }
        let extra = 4 - channels
        // The fields are added one by one, because the type checker is slow at expressions of many shifts.
        var format: Int = 1 << 22
        format |= Int(space) << 16
        format |= extra << 7
        format |= channels << 3
        return cmsUInt32Number(format | 4)
    }

    /// Converts pixels in place. Channels that the model doesn't use are kept.
    func apply(_ pixels: UnsafeMutablePointer<SIMD4<Float>>, count: Int) {
        // Little CMS uses percentages for inks.
        if model == .cmyk, toXYZ { for i in 0..<count { pixels[i] *= 100 } }
        // The pixel count of one call has 32 bits.
        var done = 0
        while done < count {
            let part = min(count - done, 1 << 20)
            cmsDoTransform(handle, pixels + done, pixels + done, cmsUInt32Number(part))
            done += part
        }
        if model == .cmyk, !toXYZ { for i in 0..<count { pixels[i] /= 100 } }
    }
}
