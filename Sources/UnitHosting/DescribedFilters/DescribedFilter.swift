import CoreImageEssentials
import Foundation
import ImageUnits

/// A filter whose inputs are described by its unit's Description.plist alone. Subclasses compute an image from the
/// inputs' values.
class DescribedFilter: CIFilter, DynamicInputs {
    let unitDescription: FilterDescription
    private var values: [String: Any] = [:]

    init(_ description: FilterDescription) {
        unitDescription = description
        super.init()
        setDefaults()
    }

    /// Decodes the values only: the filter's definition comes from the registry, never from an archive, so its unit
    /// must be loaded.
    required init?(coder: NSCoder) {
        guard let registered = Self.registered(in: coder) as? DescribedFilter else { return nil }
        unitDescription = registered.unitDescription
        values = registered.values
        super.init(coder: coder)
    }

    /// Creates a filter of the name that an archive holds.
    static func registered(in coder: NSCoder) -> CIFilter? {
        guard coder.allowsKeyedCoding, let name = CIFilter.archivedName(in: coder) else { return nil }
        return FilterRegistry.shared.filter(named: name)
    }

    package var dynamicKeys: [String] { inputKeys }

    override var inputKeys: [String] { unitDescription.inputs.map(\.name) }

    override var attributes: [String: Any] {
        var result = describedAttributes()
        for input in unitDescription.inputs { result[input.name] = input.attributeDictionary }
        return result
    }

    override func setDefaults() {
        super.setDefaults()
        values = [:]
        for input in unitDescription.inputs { values[input.name] = input.defaultValue?.keyValue }
    }

    package func storeDynamic(_ value: Any?, forKey key: String) -> Bool {
        guard let input = unitDescription.inputs.first(where: { $0.name == key }) else { return false }
        forget(key: key)
        guard let value else {
            values[key] = input.defaultValue?.keyValue
            return true
        }
        if let accepted = input.accepted(value) {
            values[key] = accepted
        } else {
            remember(
                .wrongClass(filter: name, key: key, expected: input.className, given: "\(type(of: value))"), forKey: key
            )
        }
        return true
    }

    package func dynamicValue(forKey key: String) -> Any? { values[key] }

    override var outputImage: CIImage? {
        guard inputError == nil else { return nil }
        let arguments = unitDescription.inputs.compactMap { values[$0.name] }
        guard arguments.count == unitDescription.inputs.count else { return nil }
        do {
            return recorded(try image(of: arguments, extent: Self.domain(of: arguments)))
        } catch {
            return .failed(error)
        }
    }

    /// Returns the image for the inputs' values.
    ///
    /// - Parameters:
    ///   - arguments: One value for each input, in order.
    ///   - extent: The smallest rectangle that contains the extents of the images among the arguments; infinite if
    ///     there are no images.
    func image(of arguments: [Any], extent: CGRect) throws -> CIImage {
        preconditionFailure("a filter that is described has a subclass that makes its image")
    }

    private static func domain(of arguments: [Any]) -> CGRect {
        let extents = arguments.compactMap { ($0 as? CIImage)?.extent }
        return extents.isEmpty ? .infinite : extents.reduce(CGRect.null) { $0.safeUnion($1) }
    }
}
