import CoreImage
import Foundation

/// A lens's calibration as written on the command line: `lens:NUMBERS[;NUMBERS]`, the table that removes its distortion and the one that
/// applies it, around the middle of the picture.
struct LensText {
    /// For each table, how much farther out points are moved, from the middle to the corners.
    let tables: [[Float]]

    init?(_ text: String) {
        guard text.lowercased().hasPrefix("lens:") else { return nil }
        tables = text.dropFirst(5).split(separator: ";", omittingEmptySubsequences: false).map { table in
            table.split(separator: ",", omittingEmptySubsequences: false).map { Float($0) ?? .nan }
        }
        guard tables.count <= 2, tables.allSatisfy({ $0.count >= 2 && $0.allSatisfy(\.isFinite) }) else { return nil }
    }

    /// The calibration; without a second table, none for applying the distortion.
    var calibration: AVCameraCalibrationData {
        let data = tables.map { table in table.withUnsafeBytes { Data($0) } }
        return AVCameraCalibrationData(
            intrinsicMatrixReferenceDimensions: CGSize(width: 2, height: 2), lensDistortionCenter: CGPoint(x: 1, y: 1),
            lensDistortionLookupTable: data[0], inverseLensDistortionLookupTable: data.count > 1 ? data[1] : nil)
    }
}
