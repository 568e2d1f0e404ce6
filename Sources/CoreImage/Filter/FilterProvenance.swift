import Foundation
import ImageGraph

/// Which filter made an image, and what its inputs were set to then.
///
/// Sendable, as images are shared between threads: values are copied as the filter holds them, and objects among them are immutable.
final class FilterProvenance: NodeOrigin, @unchecked Sendable {
    /// The filter's name; looked up when it is asked for, as most images are never written.
    var filter: String { registeredName ?? type.registration?.name ?? String(describing: type) }
    /// The image unit that it comes from.
    let unit: UnitRelease?
    /// How the filter's image is sampled.
    let interpolation: Interpolation
    /// The images among the values.
    let inputs: [ImageNode]
    /// Keys of the inputs, in the order of their declaration.
    let keys: [String]
    /// A value for each key; nil where nothing is set.
    let values: [(any CIInputValue)?]

    private let registeredName: String?
    private let type: CIFilter.Type
    /// The properties of the filter's image.
    private let properties: [String: Any]

    /// The headroom of the content of the filter's image; 0 where it is none.
    var headroom: Float { CIImage.contentHeadroom(in: properties) }

    /// What the filter says of itself now, having made an image; without one, what it would say of an ordinary image.
    init(of filter: CIFilter, image: CIImage? = nil) {
        (registeredName, type, unit) = (filter.registeredName, Swift.type(of: filter), filter.unit)
        (interpolation, properties) = (image?.interpolation ?? .linear, image?.properties ?? [:])
        let table = filter.inputs
        let undeclared = filter.undeclaredKeys
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
        for key in undeclared { append(filter.undeclaredValue(forKey: key)) }
        (inputs, values) = (nodes, current)
        keys = undeclared.isEmpty ? table.keys : table.keys + undeclared
    }
}

extension CIFilter {
    /// The filter's image with a note of the filter and its inputs' values.
    func recorded(_ image: CIImage) -> CIImage {
        let provenance = FilterProvenance(of: self, image: image)
        let isShared = provenance.inputs.contains { $0 === image.node }
        return CIImage(
            node: image.node.recorded(by: provenance, isShared: isShared), interpolation: image.interpolation,
            properties: image.properties, origin: image.origin)
    }

    /// The same for filters of applications and units, which override `outputImage`: noted only where the registry can make the filter
    /// again, and where the note isn't there yet.
    func recordedOnce(_ image: CIImage) -> CIImage {
        if construct == nil { return image }
        if let provenance = image.node.origin as? FilterProvenance, provenance.filter == name { return image }
        return recorded(image)
    }
}
