import CoreImageEssentials
import Foundation

extension CIBarcodeDescriptor: RecipeObject {
    static var recipeName: String { String(describing: self) }

    static func fields(of object: any RecipeObject) -> [(key: String, value: Any)] {
        guard let descriptor = object as? CIBarcodeDescriptor else { return [] }
        return [(payloadKey, descriptor.payload)] + descriptor.parameters.map { ($0.name, $0.value) }
    }

    static func object(from fields: [String: Any]) -> Any? {
        guard let payload = fields[payloadKey] as? Data else { return nil }
        func number(_ name: String) -> Int { fields[name].flatMap(Int.init(keyValue:)) ?? -1 }
        switch self {
        case is CIQRCodeDescriptor.Type:
            guard let level = CIQRCodeDescriptor.ErrorCorrectionLevel(rawValue: number("errorCorrectionLevel")),
                let mask = UInt8(exactly: number("maskPattern"))
            else { return nil }
            return CIQRCodeDescriptor(
                payload: payload, symbolVersion: number("symbolVersion"), maskPattern: mask, errorCorrectionLevel: level
            )
        case is CIAztecCodeDescriptor.Type:
            return CIAztecCodeDescriptor(
                payload: payload, isCompact: number("isCompact") == 1, layerCount: number("layerCount"),
                dataCodewordCount: number("dataCodewordCount"))
        case is CIPDF417CodeDescriptor.Type:
            return CIPDF417CodeDescriptor(
                payload: payload, isCompact: number("isCompact") == 1, rowCount: number("rowCount"),
                columnCount: number("columnCount"))
        case is CIDataMatrixCodeDescriptor.Type:
            guard let version = CIDataMatrixCodeDescriptor.ECCVersion(rawValue: number("eccVersion")) else {
                return nil
            }
            return CIDataMatrixCodeDescriptor(
                payload: payload, rowCount: number("rowCount"), columnCount: number("columnCount"), eccVersion: version)
        default: return nil
        }
    }
}
