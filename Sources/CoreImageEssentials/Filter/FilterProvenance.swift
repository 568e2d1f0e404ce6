import Foundation
import ImageGraph

/// The filter that created an image, and the values of its inputs at that time.
///
/// Sendable, because images are shared between threads: values are copied, and objects among them are immutable.
package final class FilterProvenance: NodeOrigin, @unchecked Sendable {
    /// The filter's name. Computed on demand, as most images are never written as recipes.
    package var filter: String { registeredName ?? type.registration?.name ?? String(describing: type) }
    /// The image unit that the filter comes from.
    package let unit: UnitRelease?
    /// The interpolation that the filter's image is sampled with.
    package let interpolation: Interpolation
    /// The images among the values.
    package let inputs: [ImageNode]
    /// The keys of the inputs, in the order of their declaration.
    package let keys: [String]
    /// A value for each key; nil for an input that isn't set.
    package let values: [(any CIInputValue)?]

    private let registeredName: String?
    private let type: CIFilter.Type
    /// The properties of the filter's image.
    private let properties: [String: Any]

    /// The content headroom of the filter's image; 0 if unknown.
    package var headroom: Float { CIImage.contentHeadroom(in: properties) }

    /// Records the filter's current inputs and the properties of `image`. Without an image, sampling and properties are
    /// the defaults.
    package init(of filter: CIFilter, image: CIImage? = nil) {
        (registeredName, type, unit) = (filter.registeredName, Swift.type(of: filter), filter.unit)
        (interpolation, properties) = (image?.interpolation ?? .linear, image?.properties ?? [:])
        let table = filter.inputs
        let data = filter as? any DynamicInputs
        let undeclared = data?.dynamicKeys ?? []
        var nodes: [ImageNode] = []
        var current: [(any CIInputValue)?] = []
        current.reserveCapacity(table.keys.count + undeclared.count)
        for declared in table.declared {
            if let image = declared.input.image { nodes.append(image.node) }
            current.append(declared.input.current)
        }
        func append(_ value: Any?) {
            if let image = value as? CIImage { nodes.append(image.node) }
            current.append(value as? any CIInputValue)
        }
        for property in table.stored { append(property.value(in: filter)) }
        for key in undeclared { append(data?.dynamicValue(forKey: key)) }
        (inputs, values) = (nodes, current)
        keys = undeclared.isEmpty ? table.keys : table.keys + undeclared
    }
}

extension CIFilter {
    /// Returns the image with a record of the filter and its inputs' values.
    package func recorded(_ image: CIImage) -> CIImage {
        let provenance = FilterProvenance(of: self, image: image)
        let isShared = provenance.inputs.contains { $0 === image.node }
        return CIImage(
            node: image.node.recorded(by: provenance, isShared: isShared), interpolation: image.interpolation,
            properties: image.properties, origin: image.origin)
    }

    /// Returns the image with a record of the filter, for filters of applications and units, which override
    /// `outputImage`. The record is added only if the registry can create the filter again, and if the image has no
    /// such record yet.
    func recordedIfRegistered(_ image: CIImage) -> CIImage {
        if makeFilter == nil { return image }
        if let provenance = image.node.origin as? FilterProvenance, provenance.filter == name { return image }
        return recorded(image)
    }
}
