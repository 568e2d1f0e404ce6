import Foundation

extension CIFilter {
    /// Returns the attributes from the class's registration, the registry, the inputs' declarations and
    /// `customAttributes`. Later sources override earlier ones.
    package func describedAttributes() -> [String: Any] {
        var result: [String: Any] = [kCIAttributeFilterName: name]
        if let registration = Self.registration {
            result[kCIAttributeFilterDisplayName] = registration.displayName
            result[kCIAttributeFilterCategories] = registration.categories.map(\.rawValue)
            result[kCIAttributeDescription] = registration.summary
        }
        result.merge(classAttributes) { _, new in new }
        if result[kCIAttributeFilterDisplayName] == nil {
            result[kCIAttributeFilterDisplayName] = CIFilterRegistration.displayName(forFilter: name)
        }
        for input in inputs.declared { result[input.key] = input.input.declaration.attributes(key: input.key) }
        for property in inputs.stored { result[property.name] = property.declaration.attributes(key: property.name) }
        for custom in [Self.customAttributes(), customAttributes()] {
            for (key, value) in custom ?? [:] {
                if let described = value as? [String: Any], let declared = result[key] as? [String: Any] {
                    result[key] = declared.merging(described) { _, new in new }
                } else {
                    result[key] = value
                }
            }
        }
        return result
    }

    /// Returns the defaults of plain stored inputs, which only `customAttributes` states.
    func attributeDefaults() -> [(String, Any)] {
        let (ofClass, ofObject) = (Self.customAttributes(), customAttributes())
        guard ofClass != nil || ofObject != nil else { return [] }
        let custom = (ofClass ?? [:]).merging(ofObject ?? [:]) { _, new in new }
        return inputKeys.compactMap { key in
            guard let described = custom[key] as? [String: Any], let value = described[kCIAttributeDefault] else {
                return nil
            }
            return (key, value)
        }
    }
}
