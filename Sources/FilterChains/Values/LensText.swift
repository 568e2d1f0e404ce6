import CoreImage
import Foundation

/// A lens calibration on the command line: `lens:NUMBERS[;NUMBERS]`. The first table removes the lens's distortion, the
/// second one applies it, both around the centre of the picture.
package struct LensText {
    /// For each table, the relative increase of a point's distance from the centre, from the centre to the corners.
    package let tables: [[Float]]

    package init?(_ text: String) {
        guard text.lowercased().hasPrefix("lens:") else { return nil }
        tables = text.dropFirst(5).split(separator: ";", omittingEmptySubsequences: false).map { table in
            table.split(separator: ",", omittingEmptySubsequences: false).map { Float($0) ?? .nan }
        }
        guard tables.count <= 2, tables.allSatisfy({ $0.count >= 2 && $0.allSatisfy(\.isFinite) }) else { return nil }
    }

    /// The calibration. Without a second table it can't be used to apply the distortion.
    package var calibration: AVCameraCalibrationData {
        let data = tables.map { table in table.withUnsafeBytes { Data($0) } }
        return AVCameraCalibrationData(
            intrinsicMatrixReferenceDimensions: CGSize(width: 2, height: 2), lensDistortionCenter: CGPoint(x: 1, y: 1),
            lensDistortionLookupTable: data[0], inverseLensDistortionLookupTable: data.count > 1 ? data[1] : nil)
    }
}
