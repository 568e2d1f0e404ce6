import CoreImageEssentials
import Foundation

/// The eyes that `CIRedEyeCorrection` repairs, in the forms that clients write and recipes store.
package struct RedEyeCorrectionInfo: PlacedInputValue {
    package static var attributeClass: String { "NSArray" }
    package static var attributeType: String? { nil }

    /// The entries as given, one for every eye.
    private let entries: [Any]
    /// The eyes that the entries describe.
    let eyes: [RepairedEye]
    /// Why an entry can't be used; nil if all can.
    let fault: String?

    /// Creates the information from an array of entries or a single entry, or nil for anything else.
    package init?(keyValue: Any) {
        switch keyValue {
        case let entries as [Any]: self.entries = entries
        case is CIVector, is CGRect, is [String: Any]: entries = [keyValue]
        default: return nil
        }
        var eyes: [RepairedEye] = []
        var fault: String?
        for (index, entry) in entries.enumerated() {
            do throws(RedEyeEntryError) { if let eye = try RepairedEye.eye(of: entry) { eyes.append(eye) } } catch {
                fault = "entry \(index + 1) \(error.text)"
                break
            }
        }
        (self.eyes, self.fault) = (eyes, fault)
    }

    /// Creates the information about measured pupils.
    package init(_ pupils: [MeasuredPupil]) {
        entries = pupils.map(\.entry)
        (eyes, fault) = (pupils.compactMap(\.eye), nil)
    }

    package var keyValue: Any? { entries }

    /// Returns the entries with the eyes moved by `dx` and `dy` pixels.
    package func moved(dx: CGFloat, dy: CGFloat) -> Any {
        entries.map { entry -> Any in
            switch entry {
            case let vector as CIVector: return Self.moved(vector, dx: dx, dy: dy)
            case let rect as CGRect: return rect.offsetBy(dx: dx, dy: dy)
            case var fields as [String: Any]:
                fields["center"] = fields["center"].flatMap { CGPoint(keyValue: $0) }.map {
                    CIVector(x: $0.x + dx, y: $0.y + dy)
                }
                return fields
            default: return entry
            }
        }
    }

    private static func moved(_ vector: CIVector, dx: CGFloat, dy: CGFloat) -> CIVector {
        guard vector.count >= 2 else { return vector }
        return CIVector(components: [vector.x + dx, vector.y + dy] + vector.components.dropFirst(2))
    }
}
