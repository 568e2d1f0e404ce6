import CoreImage

/// The typed API of a built-in filter: its factory, such as `CIFilter.exposureAdjust()`, and its properties.
struct TypedInterface {
    /// A property's name and type.
    struct Property {
        let name: String
        let type: Any.Type
    }

    /// The name of the factory, or nil if there is none.
    let factory: String?
    /// The properties, keyed by the input's key.
    let properties: [String: Property]

    /// Reads a filter's `CIInput` properties, whose types equal those in the filter's protocol.
    init(of filter: CIFilter) {
        let isBuiltIn = CIFilter.origin(forFilterName: filter.name) == .builtIn
        factory = isBuiltIn ? Self.factory(forFilterName: filter.name) : nil
        var levels: [Mirror] = []
        var mirror: Mirror? = Mirror(reflecting: filter)
        while let level = mirror, level.subjectType != CIFilter.self {
            levels.append(level)
            mirror = level.superclassMirror
        }
        let inputs = levels.reversed().flatMap(\.children).compactMap { $0.value as? any TypedInput }
        properties = Dictionary(
            zip(filter.inputKeys, inputs).map {
                ($0, Property(name: Self.property(forKey: $0, of: filter.name), type: $1.valueType))
            },
            uniquingKeysWith: { _, later in later })
    }

    /// Returns a property's name in Swift's spelling of Objective-C names: `inputRadius` → `radius`, `inputEV` → `ev`,
    /// `inputRVector` → `rVector`.
    static func property(forKey key: String, of filter: String) -> String {
        if let name = irregularProperties[key] { return name }
        if filter == "CIColorAbsoluteDifference", key == "inputImage2" { return key }
        guard key.hasPrefix("input"), key.count > 5 else { return key }
        let bare = key.dropFirst(5)
        let capitals = bare.prefix { $0.isUppercase }.count
        let lowered = capitals == bare.count ? capitals : max(capitals - 1, min(capitals, 1))
        return bare.prefix(lowered).lowercased() + bare.dropFirst(lowered)
    }

    private static let irregularProperties = [
        "inputB": "parameterB", "inputC": "parameterC", "inputGCR": "grayComponentReplacement",
        "inputImage": "inputImage",
        "inputMeans": "inputMeans", "inputTexture": "textureImage",
        "inputUCR": "underColorRemoval",
    ]

    /// Filters without a factory in Core Image.
    private static let untyped: Set<String> = [
        "CIAffineTransform", "CICameraCalibrationLensCorrection", "CIClamp", "CIConstantColorGenerator", "CICrop",
        "CIDepthBlurEffect", "CIFaceBalance", "CIGuidedFilter", "CIRedEyeCorrection", "CISampleNearest",
    ]

    /// Factories whose names don't follow the rule below.
    private static let irregular = [
        "CIHistogramDisplayFilter": "histogramDisplay", "CIKMeans": "KMeans",
        "CISRGBToneCurveToLinear": "sRGBToneCurveToLinear",
    ]

    /// Returns a factory's name: `CIBumpDistortion` → `bumpDistortion`, `CIQRCodeGenerator` → `qrCodeGenerator`,
    /// `CIMedianFilter` → `median`.
    static func factory(forFilterName name: String) -> String? {
        if untyped.contains(name) || !name.hasPrefix("CI") { return nil }
        if let name = irregular[name] { return name }
        var bare = name.dropFirst(2)
        if bare.hasSuffix("Filter") { bare = bare.dropLast("Filter".count) }
        let capitals = bare.prefix { $0.isUppercase || $0.isNumber }.count
        let lowered = capitals == 1 || capitals == bare.count ? capitals : capitals - 1
        return bare.prefix(lowered).lowercased() + bare.dropFirst(lowered)
    }
}

/// A `CIInput` of any type.
private protocol TypedInput {
    var valueType: Any.Type { get }
}

extension CIInput: TypedInput {
    fileprivate var valueType: Any.Type { (Value.self as? any OptionalType.Type)?.wrappedType ?? Value.self }
}

/// An optional of any type.
private protocol OptionalType {
    static var wrappedType: Any.Type { get }
}

extension Optional: OptionalType {
    fileprivate static var wrappedType: Any.Type { Wrapped.self }
}
