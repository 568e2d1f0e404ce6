import Foundation

/// The arguments of a processor as a value that can be compared. nil if they contain an object that is mutable or not
/// comparable.
struct ArgumentIdentity: Hashable {
    private let values: AnyHashable

    init?(_ arguments: [String: Any]) {
        guard let values = Self.value(arguments) else { return nil }
        self.values = values
    }

    private static func value(_ argument: Any) -> AnyHashable? {
        switch argument {
        case let text as String: return text
        case let data as Data: return data
        // 1, 1.0 and true are equal numbers, but the processor class may distinguish them.
        case let number as NSNumber: return [AnyHashable("\(type(of: argument))"), AnyHashable(number)]
        case let vector as CIVector: return vector.components
        case let color as CIColor: return AnyHashable(color)
        case let rect as CGRect: return [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height]
        case let point as CGPoint: return [point.x, point.y]
        case let items as [Any]:
            let values = items.compactMap(value)
            return values.count == items.count ? AnyHashable(values) : nil
        case let entries as [String: Any]:
            let values = entries.compactMapValues(value)
            return values.count == entries.count ? AnyHashable(values) : nil
        default: return nil
        }
    }
}
