import Foundation
import KernelLanguage

/// Which eyes `CIRedEyeCorrection` repairs, in the forms that clients write and recipes store.
struct RedEyeCorrectionInfo: CIInputValue {
    static var attributeClass: String { "NSArray" }
    static var attributeType: String? { nil }

    /// An array with an entry for every eye, as it was given.
    private let entries: [Any]
    /// The eyes that the entries stand for.
    let eyes: [RepairedEye]
    /// Why an entry can't be used; nil where all can.
    let fault: String?

    /// An array of entries, or one of them; nil for anything else.
    init?(keyValue: Any) {
        switch keyValue {
        case let entries as [Any]: self.entries = entries
        case is CIVector, is CGRect, is [String: Any]: entries = [keyValue]
        default: return nil
        }
        var eyes: [RepairedEye] = []
        var fault: String?
        for (index, entry) in entries.enumerated() {
            do throws(EntryFault) { if let eye = try Self.eye(entry) { eyes.append(eye) } } catch {
                fault = "entry \(index + 1) \(error.text)"
                break
            }
        }
        (self.eyes, self.fault) = (eyes, fault)
    }

    /// The information about measured pupils.
    init(_ pupils: [MeasuredPupil]) {
        entries = pupils.map(\.entry)
        (eyes, fault) = (pupils.compactMap(\.eye), nil)
    }

    var keyValue: Any? { entries }

    private struct EntryFault: Error {
        let text: String
    }

    /// The eye of an entry; nil for an empty rectangle.
    private static func eye(_ entry: Any) throws(EntryFault) -> RepairedEye? {
        switch entry {
        case let vector as CIVector where vector.count == 3:
            return try pupil(center: CGPoint(x: vector.x, y: vector.y), radius: vector.z, glow: .commonRed)
        case let vector as CIVector where vector.count == 4: return try rectangle(vector.cgRectValue)
        case let rect as CGRect: return try rectangle(rect)
        case let fields as [String: Any]: return try pupil(fields)
        default:
            throw EntryFault(
                text: "is \(described(entry)); it must be a dictionary of center, radius and glow, a CIVector of 3 numbers (x and y of a "
                    + "pupil's centre, and its radius), or one of 4 numbers (an eye's rectangle)")
        }
    }

    private static func rectangle(_ rectangle: CGRect) throws(EntryFault) -> RepairedEye? {
        if rectangle.isNull || rectangle.isEmpty { return nil }
        let edges = [rectangle.minX, rectangle.minY, rectangle.maxX, rectangle.maxY]
        guard edges.allSatisfy({ abs($0) < Quadrilateral.limit }) else {
            throw EntryFault(text: "is a rectangle without edges; give the rectangle of an eye")
        }
        return RepairedEye(shape: .rectangle(rectangle.standardized), glow: .anyRed)
    }

    private static func pupil(_ fields: [String: Any]) throws(EntryFault) -> RepairedEye {
        if let odd = fields.keys.sorted().first(where: { !["center", "radius", "glow"].contains($0) }) {
            throw EntryFault(text: "has a key \(printable(odd)); its keys are center, radius and glow")
        }
        guard let center = fields["center"].flatMap({ CGPoint(keyValue: $0) }) else {
            throw EntryFault(text: "has no center; it must be a CIVector of 2 numbers")
        }
        guard let radius = fields["radius"].flatMap(Number.double(from:)) else {
            throw EntryFault(text: "has no radius; it must be a number of pixels")
        }
        guard let color = fields["glow"] else { return try pupil(center: center, radius: radius, glow: .commonRed) }
        guard let vector = color as? CIVector, vector.count == 3,
            let glow = PupilGlow(red: vector.x, green: vector.y, blue: vector.z)
        else {
            throw EntryFault(
                text: "has a glow that is no colour; it must be a CIVector of 3 numbers, red, green and blue, one of them above 0")
        }
        return try pupil(center: center, radius: radius, glow: glow)
    }

    private static func pupil(center: CGPoint, radius: Double, glow: PupilGlow) throws(EntryFault) -> RepairedEye {
        guard abs(center.x) < Quadrilateral.limit, abs(center.y) < Quadrilateral.limit, radius > 0, radius < 1e6 else {
            throw EntryFault(
                text: "has the radius \(radius) and the centre (\(center.x), \(center.y)); the radius must be above 0 and below a "
                    + "million pixels, the centre in the picture")
        }
        return RepairedEye(shape: .pupil(center: center, radius: radius), glow: glow)
    }
}
