import CoreImageEssentials

/// The types of detectors.
enum DetectorKind: CaseIterable {
    case face
    case rectangle
    case code
    case text

    /// The type's name.
    var name: String {
        switch self {
        case .face: CIDetectorTypeFace
        case .rectangle: CIDetectorTypeRectangle
        case .code: CIDetectorTypeQRCode
        case .text: CIDetectorTypeText
        }
    }

    init(named name: String) throws(CIDetectionError) {
        guard let kind = Self.allCases.first(where: { $0.name == name }) else { throw .unknownType(name) }
        self = kind
    }

    /// Creates a finder of this type of features.
    func finder() throws -> any FeatureFinder {
        let library = try DetectionLibrary.shared.get()
        return switch self {
        case .face: try FaceFinder(library: library)
        case .rectangle: RectangleFinder(library: library)
        case .code: CodeFinder(library: library)
        case .text: TextFinder(library: library)
        }
    }
}
