import CoreImageEssentials
import Foundation

extension RepairedEye {
    /// Returns the eye that an entry of the correction info describes; nil for an empty rectangle.
    static func eye(of entry: Any) throws(RedEyeEntryError) -> RepairedEye? {
        switch entry {
        case let vector as CIVector where vector.count == 3:
            return try pupil(center: CGPoint(x: vector.x, y: vector.y), radius: vector.z, glow: .typicalRed)
        case let vector as CIVector where vector.count == 4: return try rectangle(vector.cgRectValue)
        case let rect as CGRect: return try rectangle(rect)
        case let fields as [String: Any]: return try pupil(fields)
        default: throw .wrongForm(described(entry))
        }
    }

    private static func rectangle(_ rectangle: CGRect) throws(RedEyeEntryError) -> RepairedEye? {
        if rectangle.isNull || rectangle.isEmpty { return nil }
        let edges = [rectangle.minX, rectangle.minY, rectangle.maxX, rectangle.maxY]
        guard edges.allSatisfy({ abs($0) < Quadrilateral.limit }) else { throw .endlessRectangle }
        return RepairedEye(shape: .rectangle(rectangle.standardized), glow: .unmeasuredRed)
    }

    private static func pupil(_ fields: [String: Any]) throws(RedEyeEntryError) -> RepairedEye {
        if let odd = fields.keys.sorted().first(where: { !["center", "radius", "glow"].contains($0) }) {
            throw .unknownKey(odd)
        }
        guard let center = fields["center"].flatMap({ CGPoint(keyValue: $0) }) else {
            throw .wrongField(key: "center", expected: "a CIVector of 2 numbers")
        }
        guard let radius = fields["radius"].flatMap(Number.double(from:)) else {
            throw .wrongField(key: "radius", expected: "a number of pixels")
        }
        guard let color = fields["glow"] else { return try pupil(center: center, radius: radius, glow: .typicalRed) }
        guard let vector = color as? CIVector, vector.count == 3,
            let glow = PupilGlow(red: vector.x, green: vector.y, blue: vector.z)
        else {
            throw .wrongField(
                key: "glow", expected: "a CIVector of 3 numbers, red, green and blue, the largest of them above 0")
        }
        return try pupil(center: center, radius: radius, glow: glow)
    }

    private static func pupil(
        center: CGPoint, radius: Double, glow: PupilGlow
    ) throws(RedEyeEntryError) -> RepairedEye {
        guard abs(center.x) < Quadrilateral.limit, abs(center.y) < Quadrilateral.limit, radius > 0, radius < 1e6 else {
            throw .impossiblePupil(center: center, radius: radius)
        }
        return RepairedEye(shape: .pupil(center: center, radius: radius), glow: glow)
    }
}
