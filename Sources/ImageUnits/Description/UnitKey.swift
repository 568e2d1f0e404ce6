/// The keys of a unit's property lists, and the names that they may have as values.
package enum UnitKey {
    static let filterList = "CIPlugInFilterList"
    static let plugInVersion = "CIPlugInVersion"
    static let filterAttributes = "CIFilterAttributes"
    static let filterClass = "CIFilterClass"
    static let filterDisplayName = "CIFilterDisplayName"
    static let kernelFile = "CIKernelFile"
    static let processorFunction = "CIProcessorFunction"
    static let regionFunction = "CIRegionFunction"
    static let inputs = "CIInputs"
    static let outputs = "CIOutputs"
    package static let hasCustomInterface = "CIHasCustomInterface"

    static let attributeFilterName = "CIAttributeFilterName"
    static let attributeFilterDisplayName = "CIAttributeFilterDisplayName"
    static let attributeFilterCategories = "CIAttributeFilterCategories"
    static let attributeName = "CIAttributeName"
    static let attributeClass = "CIAttributeClass"
    static let attributeType = "CIAttributeType"
    static let attributeDefault = "CIAttributeDefault"
    static let attributeIdentity = "CIAttributeIdentity"
    static let attributeMin = "CIAttributeMin"
    static let attributeMax = "CIAttributeMax"
    static let attributeSliderMin = "CIAttributeSliderMin"
    static let attributeSliderMax = "CIAttributeSliderMax"
    static let attributeDisplayName = "CIAttributeDisplayName"
    static let attributeDescription = "CIAttributeDescription"

    static let info = UnitKeyEntry.keys(in: .info)
    static let top = UnitKeyEntry.keys(in: .list)
    static let filter = UnitKeyEntry.keys(in: .filter)
    static let attributes = UnitKeyEntry.keys(in: .attributes)
    static let input = UnitKeyEntry.keys(in: .input)

    /// Keys of a filter that determine its kind.
    static let kinds: Set<String> = [kernelFile, processorFunction, regionFunction]
    /// Keys of a filter whose values contain its inputs.
    static let inputHolders: Set<String> = [filterAttributes, inputs]

    /// Filter attributes that are properties of a description.
    static let placed: Set<String> = [
        inputs, outputs, attributeFilterDisplayName, attributeFilterCategories, attributeDescription,
    ]
    /// Input attributes that are properties of a description.
    static let placedInInput: Set<String> = [
        attributeName, attributeClass, attributeType, attributeDefault, attributeIdentity, attributeMin, attributeMax,
        attributeSliderMin, attributeSliderMax, attributeDisplayName, attributeDescription,
    ]

    /// Filter attributes with strings that are kept for hosts and have no property.
    static let keptStrings = strings(in: .attributes, except: placed)
    /// Input attributes with strings that are kept for hosts and have no property.
    static let keptInputStrings = strings(in: .input, except: placedInInput)

    private static func strings(in place: UnitKeyEntry.Place, except read: Set<String>) -> [String] {
        UnitKeyEntry.all.filter { $0.place == place && $0.type == "string" && !read.contains($0.key) }.map(\.key)
    }

    static let stamp = "CoreImageStamp"
    static let architecture = "Architecture"
    static let cInterface = "CInterface"
    static let entryPoint = "CoreImageEntryPoint"
    static let minimumVersion = "CoreImageMinimumVersion"
    static let ourInfoKeys: Set<String> = [stamp, entryPoint, minimumVersion]

    /// Classes of inputs for kernels and C functions, whose list defines the inputs.
    static let inputClasses: Set<String> = ["CIImage", "CIColor", "CIVector", "NSNumber"]

    /// Attribute types, and the classes that they suit.
    static let attributeTypes: [String: Set<String>] = {
        let families: [String: [String]] = [
            "NSNumber": ["Time", "Scalar", "Distance", "Angle", "Boolean", "Integer", "Count"],
            "CIVector": ["Position", "Offset", "Position3", "Rectangle"],
            "CIColor": ["OpaqueColor", "Color"],
            "CIImage": ["Image", "Gradient"],
            "NSAffineTransform": ["Transform"],
            "NSValue": ["Transform"],
        ]
        var classes: [String: Set<String>] = [:]
        for (name, types) in families {
            for type in types { classes["CIAttributeType" + type, default: []].insert(name) }
        }
        return classes
    }()

    /// The documented categories. A unit may also use its own.
    static let categories: Set<String> = Set(
        [
            "DistortionEffect", "GeometryAdjustment", "CompositeOperation", "HalftoneEffect", "ColorAdjustment",
            "ColorEffect",
            "Transition", "TileEffect", "Generator", "Reduction", "Gradient", "Stylize", "Sharpen", "Blur", "Video",
            "StillImage", "Interlaced", "NonSquarePixels", "HighDynamicRange", "BuiltIn", "FilterGenerator",
        ].map { "CICategory" + $0 })
}
