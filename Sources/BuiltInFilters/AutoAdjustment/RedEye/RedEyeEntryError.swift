import CoreImageEssentials
import Foundation
import UntrustedInput

/// Why an entry of the correction info can't be used.
enum RedEyeEntryError: Error {
    /// The entry has none of the accepted forms.
    case wrongForm(String)
    /// The rectangle is infinite or too far away.
    case endlessRectangle
    /// The dictionary has an unknown key.
    case unknownKey(String)
    /// A key of the dictionary is missing or has a value of another class.
    case wrongField(key: String, expected: String)
    /// The pupil's radius or centre is out of range.
    case impossiblePupil(center: CGPoint, radius: Double)

    /// The message's text after "entry 3".
    var text: String {
        switch self {
        case .wrongForm(let given):
            "is \(given); it must be a dictionary of center, radius and glow, a CIVector of 3 numbers (x and y of a pupil's "
                + "centre, and its radius), or one of 4 numbers (an eye's rectangle)"
        case .endlessRectangle: "is a rectangle that is infinite or too far away; give the rectangle of an eye"
        case .unknownKey(let key): "has a key \(printable(key)); its keys are center, radius and glow"
        case .wrongField(let key, let expected): "has no usable \(key); it must be \(expected)"
        case .impossiblePupil(let center, let radius):
            "has the radius \(radius) and the centre (\(center.x), \(center.y)); the radius must be above 0 and below a "
                + "million pixels, the centre in the picture"
        }
    }
}
