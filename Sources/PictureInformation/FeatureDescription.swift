import CoreImage
import Foundation
import UntrustedInput

/// Describes a feature as text and as JSON.
struct FeatureDescription {
    private let feature: CIFeature

    init(_ feature: CIFeature) { self.feature = feature }

    /// One line with the bounds and the properties of the feature's kind.
    var text: String {
        let bounds = feature.bounds
        let place =
            "x \(Self.number(bounds.minX)), y \(Self.number(bounds.minY)), \(Self.number(bounds.width)) × \(Self.number(bounds.height))"
        return ([place] + details).joined(separator: "; ")
    }

    private var details: [String] {
        switch feature {
        case let face as CIFaceFeature:
            var parts = ["angle \(Self.number(CGFloat(face.faceAngle)))°"]
            if face.hasLeftEyePosition {
                parts.append("left eye \(Self.place(face.leftEyePosition))\(face.leftEyeClosed ? ", closed" : "")")
            }
            if face.hasRightEyePosition {
                parts.append("right eye \(Self.place(face.rightEyePosition))\(face.rightEyeClosed ? ", closed" : "")")
            }
            if face.hasMouthPosition { parts.append("mouth \(Self.place(face.mouthPosition))") }
            if face.hasSmile { parts.append("smiles") }
            return parts
        case let code as CIQRCodeFeature:
            return [code.messageString.map { "\"\(printable($0))\"" } ?? "no text"]
                + (code.symbolDescriptor.map {
                    ["version \($0.symbolVersion), mask \($0.maskPattern), correction \($0.errorCorrectionLevel)"]
                } ?? [])
        case let line as CITextFeature: return ["\(line.subFeatures?.count ?? 0) characters"]
        case let shape as CIRectangleFeature:
            return [
                [shape.topLeft, shape.topRight, shape.bottomRight, shape.bottomLeft].map(Self.place).joined(
                    separator: " ")
            ]
        default: return []
        }
    }

    /// An object with `bounds` as [x, y, width, height], points as [x, y], and the properties of the feature's kind.
    var json: [String: Any] {
        let bounds = feature.bounds
        var object: [String: Any] = [
            "bounds": [bounds.minX, bounds.minY, bounds.width, bounds.height].map(Self.rounded)
        ]
        switch feature {
        case let face as CIFaceFeature:
            object["angle"] = Self.rounded(CGFloat(face.faceAngle))
            object["leftEye"] = face.hasLeftEyePosition ? Self.pair(face.leftEyePosition) : NSNull()
            object["rightEye"] = face.hasRightEyePosition ? Self.pair(face.rightEyePosition) : NSNull()
            object["mouth"] = face.hasMouthPosition ? Self.pair(face.mouthPosition) : NSNull()
            object["leftEyeClosed"] = face.leftEyeClosed
            object["rightEyeClosed"] = face.rightEyeClosed
            object["smiles"] = face.hasSmile
        case let code as CIQRCodeFeature:
            object["corners"] = [code.topLeft, code.topRight, code.bottomRight, code.bottomLeft].map(Self.pair)
            object["message"] = code.messageString ?? NSNull()
            object["symbol"] =
                code.symbolDescriptor.map { symbol -> Any in
                    [
                        "version": symbol.symbolVersion, "maskPattern": Int(symbol.maskPattern),
                        "errorCorrectionLevel": String(UnicodeScalar(UInt8(symbol.errorCorrectionLevel.rawValue))),
                    ]
                } ?? NSNull()
        case let shape as CIRectangleFeature:
            object["corners"] = [shape.topLeft, shape.topRight, shape.bottomRight, shape.bottomLeft].map(Self.pair)
        case let line as CITextFeature:
            object["corners"] = [line.topLeft, line.topRight, line.bottomRight, line.bottomLeft].map(Self.pair)
            let characters = line.subFeatures?.compactMap { $0 as? CITextFeature } ?? []
            object["characters"] = characters.map { character in
                [character.bounds.minX, character.bounds.minY, character.bounds.width, character.bounds.height]
                    .map(Self.rounded)
            }
        default: break
        }
        return object
    }

    private static func rounded(_ value: CGFloat) -> Double { (Double(value) * 10).rounded() / 10 }

    private static func pair(_ point: CGPoint) -> [Double] { [rounded(point.x), rounded(point.y)] }

    private static func number(_ value: CGFloat) -> String { "\(Int(value.rounded()))" }

    private static func place(_ point: CGPoint) -> String { "\(number(point.x)),\(number(point.y))" }
}
