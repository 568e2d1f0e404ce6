import CoreImageEssentials
import Foundation

/// A detector's validated options.
struct DetectorOptions {
    var isThorough = true
    var tracks = false
    /// Nil for the default of the kind of detector.
    var minFeatureSize: Double?
    var maxFeatureCount: Int?
    var angleCount = 1
    var orientation = CGImagePropertyOrientation.up
    var looksForBlinks = false
    var looksForSmiles = false
    /// Nil if none is specified.
    var aspectRatio: Double?
    var focalLength = -1.0
    var returnsSubFeatures = false

    /// Returns these options with those of a dictionary applied, and an error for each invalid entry.
    func replacing(_ options: [String: Any], of kind: DetectorKind) -> (options: DetectorOptions, refusals: [CIError]) {
        var (result, refusals) = (self, [CIError]())
        for (key, value) in options.sorted(by: { $0.key < $1.key }) {
            do throws(CIError) { try result.set(value, forKey: key, of: kind) } catch { refusals.append(error) }
        }
        return (result, refusals)
    }

    private mutating func set(_ value: Any, forKey key: String, of kind: DetectorKind) throws(CIError) {
        switch key {
        case CIDetectorAccuracy:
            guard let text = value as? String, [CIDetectorAccuracyLow, CIDetectorAccuracyHigh].contains(text) else {
                throw Self.malformed(key, "CIDetectorAccuracyLow or CIDetectorAccuracyHigh", value)
            }
            isThorough = text == CIDetectorAccuracyHigh
        case CIDetectorTracking: tracks = try Self.boolean(key, value)
        case CIDetectorMinFeatureSize:
            let range = kind == .face ? 0.01...0.5 : 0...1
            minFeatureSize = try Self.number(key, value, "a number from \(range.lowerBound) to \(range.upperBound)") {
                range.contains($0)
            }
        case CIDetectorMaxFeatureCount:
            maxFeatureCount = Int(
                try Self.number(key, value, "a whole number from 1 to 256") {
                    (1...256).contains($0) && $0 == $0.rounded()
                })
        case CIDetectorNumberOfAngles:
            angleCount = Int(
                try Self.number(key, value, "1, 3, 5, 7, 9 or 11") { [1, 3, 5, 7, 9, 11].contains($0) })
        case CIDetectorImageOrientation:
            let number = try Self.number(key, value, "a whole number from 1 to 8") {
                (1...8).contains($0) && $0 == $0.rounded()
            }
            orientation = CGImagePropertyOrientation(rawValue: UInt32(number)) ?? .up
        case CIDetectorEyeBlink: looksForBlinks = try Self.boolean(key, value)
        case CIDetectorSmile: looksForSmiles = try Self.boolean(key, value)
        case CIDetectorAspectRatio:
            aspectRatio = try Self.number(key, value, "a number above 0") { $0 > 0 && $0.isFinite }
        case CIDetectorFocalLength:
            focalLength = try Self.number(key, value, "−1, 0 or a number above 0") {
                $0 == -1 || ($0 >= 0 && $0.isFinite)
            }
        case CIDetectorReturnSubFeatures: returnsSubFeatures = try Self.boolean(key, value)
        default: throw .unknownOption(key: key, of: "CIDetector", known: Self.keys)
        }
    }

    private static let keys = [
        CIDetectorAccuracy, CIDetectorTracking, CIDetectorMinFeatureSize, CIDetectorMaxFeatureCount,
        CIDetectorNumberOfAngles, CIDetectorImageOrientation, CIDetectorEyeBlink, CIDetectorSmile,
        CIDetectorAspectRatio, CIDetectorFocalLength, CIDetectorReturnSubFeatures,
    ]

    private static func boolean(_ key: String, _ value: Any) throws(CIError) -> Bool {
        guard let number = Number.double(from: value) else { throw malformed(key, "a Boolean", value) }
        return number != 0
    }

    private static func number(
        _ key: String, _ value: Any, _ expected: String, where isValid: (Double) -> Bool
    ) throws(CIError) -> Double {
        guard let number = Number.double(from: value), isValid(number) else { throw malformed(key, expected, value) }
        return number
    }

    private static func malformed(_ key: String, _ expected: String, _ value: Any) -> CIError {
        .malformedOption(key: key, expected: expected, given: described(value))
    }
}
