import CoreImage
import Foundation

extension FilterOracle {
    /// AVFoundation's description of the tables: magnifications at evenly spaced distances from the centre to the
    /// farthest corner, interpolated linearly.
    static let cameraCalibrationLensCorrection = distortionOracle(
        "CICameraCalibrationLensCorrection", .formula,
        settings: [false, true].flatMap { isInverse in
            centers.map {
                ["inputAVCameraCalibrationData": calibration($0.0, of: $0.1), "inputUseInverseLookUpTable": isInverse]
            }
        },
        unchanged: [
            ["inputAVCameraCalibrationData": calibration(CGPoint(x: 3, y: 4), of: .zero, [0, 0], [0, 0, 0])]
        ], slack: 4, tolerance: 6e-3
    ) { setting, point in
        guard warped.bounds.contains(point),
            let calibration = setting["inputAVCameraCalibrationData"] as? AVCameraCalibrationData
        else { return .zero }
        let isInverse = setting["inputUseInverseLookUpTable"] as? Bool == true
        let table = isInverse ? inverse : forward
        let (width, height) = (Double(warped.width), Double(warped.height))
        let size = calibration.intrinsicMatrixReferenceDimensions
        let scale = size == .zero ? (1, 1) : (width / size.width, height / size.height)
        let middle = CGPoint(
            x: Double(warped.x) + calibration.lensDistortionCenter.x * scale.0,
            y: Double(warped.y) + height - calibration.lensDistortionCenter.y * scale.1)
        let corners = [(0, 0), (width, 0), (0, height), (width, height)]
        let radius =
            corners.map { hypot(Double(warped.x) + $0.0 - middle.x, Double(warped.y) + $0.1 - middle.y) }
            .max() ?? 0
        let (x, y) = (point.x - middle.x, point.y - middle.y)
        let place = min(hypot(x, y) / radius, 1) * Double(table.count - 1)
        var magnification = 0.0
        for (index, value) in table.enumerated() {
            magnification += Double(value) * max(1 - abs(place - Double(index)), 0)
        }
        return warped.bilinear(
            at: CGPoint(x: middle.x + x * (1 + magnification), y: middle.y + y * (1 + magnification)))
    }

    // Tables that aren't monotonic.
    private static let forward: [Float] = [0, -0.1, 0.2, 0.3, -0.25, 0.1]
    private static let inverse: [Float] = [0.2, 0.5, -0.1]
    private static let centers: [(CGPoint, CGSize)] = [
        (CGPoint(x: 5.25, y: 4.5), .zero), (CGPoint(x: 100, y: 300), CGSize(width: 440, height: 360)),
        (CGPoint(x: -3, y: 12), CGSize(width: 11, height: 9)),
    ]

    private static func calibration(
        _ center: CGPoint, of size: CGSize, _ forward: [Float] = forward, _ inverse: [Float] = inverse
    ) -> AVCameraCalibrationData {
        AVCameraCalibrationData(
            intrinsicMatrixReferenceDimensions: size, lensDistortionCenter: center,
            lensDistortionLookupTable: forward.withUnsafeBytes { Data($0) },
            inverseLensDistortionLookupTable: inverse.withUnsafeBytes { Data($0) })
    }
}
