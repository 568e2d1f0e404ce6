import CoreImage

/// The kinds of features that `coreimage info` detects.
package enum FeatureKind {
    case faces
    case codes
    case rectangles
    case text

    /// The heading of the kind, and its key in JSON.
    var name: String {
        switch self {
        case .faces: "faces"
        case .codes: "codes"
        case .rectangles: "rectangles"
        case .text: "text"
        }
    }

    /// Returns a number of features as text.
    func count(_ count: Int) -> String {
        switch self {
        case .faces: count == 1 ? "1 face" : "\(count) faces"
        case .codes: count == 1 ? "1 code" : "\(count) codes"
        case .rectangles: count == 1 ? "1 rectangle" : "\(count) rectangles"
        case .text: count == 1 ? "1 line of text" : "\(count) lines of text"
        }
    }

    var detectorType: String {
        switch self {
        case .faces: CIDetectorTypeFace
        case .codes: CIDetectorTypeQRCode
        case .rectangles: CIDetectorTypeRectangle
        case .text: CIDetectorTypeText
        }
    }

    /// The detector options. All optional properties of features are requested.
    var options: [String: Any] {
        switch self {
        case .faces: [CIDetectorEyeBlink: true, CIDetectorSmile: true]
        case .rectangles: [CIDetectorMaxFeatureCount: 256]
        case .text: [CIDetectorReturnSubFeatures: true]
        case .codes: [:]
        }
    }
}
