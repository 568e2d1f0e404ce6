import Foundation
import KernelLanguage

/// Why an entry of the information for red-eye correction can't be used.
enum RedEyeEntryFault: Error {
    /// It has none of the forms.
    case wrongForm(String)
    /// Its rectangle has no edges.
    case endlessRectangle
    /// A dictionary's key has no meaning.
    case unknownKey(String)
    /// A dictionary's key is missing or has a value of another class.
    case wrongField(key: String, expected: String)
    /// A pupil can't be as large as this, or there.
    case impossiblePupil(center: CGPoint, radius: Double)

    /// What follows "entry 3".
    var text: String {
        switch self {
        case .wrongForm(let given):
            "is \(given); it must be a dictionary of center, radius and glow, a CIVector of 3 numbers (x and y of a pupil's "
                + "centre, and its radius), or one of 4 numbers (an eye's rectangle)"
        case .endlessRectangle: "is a rectangle without edges; give the rectangle of an eye"
        case .unknownKey(let key): "has a key \(printable(key)); its keys are center, radius and glow"
        case .wrongField(let key, let expected): "has no usable \(key); it must be \(expected)"
        case .impossiblePupil(let center, let radius):
            "has the radius \(radius) and the centre (\(center.x), \(center.y)); the radius must be above 0 and below a "
                + "million pixels, the centre in the picture"
        }
    }
}
