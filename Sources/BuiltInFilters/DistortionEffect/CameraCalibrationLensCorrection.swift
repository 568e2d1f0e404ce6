import CoreImageEssentials
import Foundation

/// Removes the measured distortion of a camera's lens, or applies it again.
///
/// A pixel at offset v from the distortion's centre c reads the image at `c + v · (1 + m)`, where m is the value of the
/// calibration's table at `|v| / r`, interpolated linearly. r is the distance from c to the image's farthest corner;
/// beyond it the last value is used. `lensDistortionLookupTable` removes the distortion; with `useInverseLookUpTable`
/// the inverse table applies it. The centre is scaled from the calibration's reference dimensions to the image.
/// Bilinear sampling of premultiplied linear pixels, transparent outside the image; the extent is the image's. A
/// missing or malformed table, and an infinite image, are refused. Source: the description of the tables in
/// AVFoundation's documentation.
class CameraCalibrationLensCorrection: CIFilter {
    override class var registration: CIFilterRegistration {
        .init(
            "CICameraCalibrationLensCorrection", displayName: "Lens Correction for AVC",
            categories: [.distortionEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Corrects a lens' distortion by a camera's calibration.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(calibrationKey, name: "Calibration Data object of type AVCameraCalibrationData") var calibration:
        AVCameraCalibrationData?
    @CIInput("inputUseInverseLookUpTable", default: false) var useInverseLookUpTable: Bool

    private static let calibrationKey = "inputAVCameraCalibrationData"

    private static let kernel = CIKernel(
        """
        kernel vec4 correctLens(sampler image, __table sampler table, vec2 center, float radius, float count) {
            vec2 offset = destCoord() - center;
            float place = min(length(offset) / radius, 1.0) * (count - 1.0);
            float first = min(floor(place), count - 2.0);
            float low = sample(table, samplerTransform(table, vec2(first + 0.5, 0.5))).r;
            float high = sample(table, samplerTransform(table, vec2(first + 1.5, 0.5))).r;
            vec2 seen = center + offset * (1.0 + mix(low, high, place - first));
            return sample(image, samplerTransform(image, seen));
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage, let calibration else { return nil }
        let isInverse = useInverseLookUpTable
        return inputImage.withEdges(for: name) { image in
            let data =
                isInverse ? calibration.inverseLensDistortionLookupTable : calibration.lensDistortionLookupTable
            guard let table = data.flatMap(RadialTable.init), let center = Self.center(calibration, image.extent)
            else {
                let reason = "its \(isInverse ? "inverse " : "")table is two 32-bit numbers or more, its centre a point"
                return .failed(CIFilterError.badValue(filter: name, key: Self.calibrationKey, reason: reason))
            }
            let extent = image.extent
            let radius = hypot(
                max(center.x - extent.minX, extent.maxX - center.x), max(center.y - extent.minY, extent.maxY - center.y)
            )
            let map = RadialMap(center: center) {
                1 + table[$0 / radius]
            } factors: { near, far in
                let range = table.range(from: near / radius, to: far / radius)
                return (1 + range.0, 1 + range.1)
            }
            let region = CIKernelRegion { index, rect in
                index == 0 ? map.source(of: rect).insetBy(dx: -1, dy: -1) : .infinite
            }
            return Self.kernel.apply(
                to: image, region: region, table.image, CIVector(cgPoint: center), radius, table.values.count)
        }
    }

    /// Returns the distortion's centre in working space, or nil if the calibration's numbers aren't usable.
    private static func center(_ calibration: AVCameraCalibrationData, _ extent: CGRect) -> CGPoint? {
        let (point, size) = (calibration.lensDistortionCenter, calibration.intrinsicMatrixReferenceDimensions)
        let (width, height) = size == .zero ? (extent.width, extent.height) : (size.width, size.height)
        let center = CGPoint(
            x: extent.minX + point.x * extent.width / width, y: extent.maxY - point.y * extent.height / height)
        guard width > 0, height > 0, abs(center.x) < Quadrilateral.limit, abs(center.y) < Quadrilateral.limit else {
            return nil
        }
        return center
    }
}

extension CameraCalibrationLensCorrection: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("AVCameraCalibrationData=lens:0,0.05,0.2") }
}
