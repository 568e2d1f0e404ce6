import CoreImageEssentials
import Foundation

extension AVCameraCalibrationData: RecipeObject {
    static var recipeName: String { "AVCameraCalibrationData" }

    static func fields(of object: any RecipeObject) -> [(key: String, value: Any)] {
        guard let data = object as? AVCameraCalibrationData else { return [] }
        let size = data.intrinsicMatrixReferenceDimensions
        var fields: [(key: String, value: Any)] = [
            ("intrinsicMatrixReferenceDimensions", CIVector(x: size.width, y: size.height)),
            ("lensDistortionCenter", CIVector(cgPoint: data.lensDistortionCenter)),
        ]
        if let table = data.lensDistortionLookupTable { fields.append(("lensDistortionLookupTable", table)) }
        if let table = data.inverseLensDistortionLookupTable {
            fields.append(("inverseLensDistortionLookupTable", table))
        }
        return fields
    }

    static func object(from fields: [String: Any]) -> Any? {
        guard let size = fields["intrinsicMatrixReferenceDimensions"].flatMap(CGSize.init(keyValue:)),
            let center = fields["lensDistortionCenter"].flatMap(CGPoint.init(keyValue:))
        else { return nil }
        return AVCameraCalibrationData(
            intrinsicMatrixReferenceDimensions: size, lensDistortionCenter: center,
            lensDistortionLookupTable: fields["lensDistortionLookupTable"] as? Data,
            inverseLensDistortionLookupTable: fields["inverseLensDistortionLookupTable"] as? Data)
    }
}
