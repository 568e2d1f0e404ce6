import CoreImage
import Foundation

/// A workload that renders from a picture in memory to pixels in memory. W1 to W5 are described in `peers.py`, which
/// implements the same workloads with other libraries.
struct Workload {
    /// Makes the image; called again for each rendering.
    let recipe: (BenchmarkPictures) throws -> CIImage
    /// The size of the part that is rendered; nil for the whole picture.
    var part: CGSize?
    /// Whether colours are converted to linear light and back; otherwise the encoded values are used.
    var isManaged = true

    /// Creates the workload with a name such as `W1`, `W2 managed`, `rotate`, `chain 8`, `cube 33`, `photo effect`,
    /// `blur 20`.
    init?(named name: String) {
        let words = name.split(separator: " ").map(String.init)
        guard let first = words.first else { return nil }
        let number = words.count > 1 ? Double(words[1]) : nil
        switch first {
        case "W1": self.init { Self.chain($0.picture.image()) }
        case "W2": self.init(isManaged: false) { Self.blur($0.picture.image(), sigma: 10) }
        case "W3":
            self.init(part: CGSize(width: 1500, height: 1500)) {
                Self.blur(Self.chain($0.picture.image()), sigma: 10)
            }
        case "W4": self.init(isManaged: false) { Self.bump($0.picture.image()) }
        case "W5":
            self.init(isManaged: false) {
                $0.half.image().applyingFilter(
                    "CISourceOverCompositing", parameters: [kCIInputBackgroundImageKey: $0.picture.image()])
            }
        case "rotate": self.init(isManaged: false) { Self.rotation($0.picture.image()) }
        case "chain":
            guard let number, let count = Int(exactly: number), count > 0 else { return nil }
            self.init { Self.longChain($0.picture.image(), count: count) }
        case "cube":
            guard let number, let size = Int(exactly: number), 2...128 ~= size else { return nil }
            let table = Self.colorTable(size: size)
            self.init {
                $0.picture.image().applyingFilter(
                    "CIColorCube", parameters: ["inputCubeDimension": size, "inputCubeData": table])
            }
        case "photo": self.init { $0.picture.image().applyingFilter("CIPhotoEffectProcess") }
        case "blur":
            guard let sigma = number, sigma > 0 else { return nil }
            self.init(isManaged: false) { Self.blur($0.picture.image(), sigma: sigma) }
        default: return nil
        }
        if words.last == "managed" { isManaged = true }
    }

    private init(
        part: CGSize? = nil, isManaged: Bool = true, recipe: @escaping (BenchmarkPictures) throws -> CIImage
    ) {
        (self.part, self.isManaged, self.recipe) = (part, isManaged, recipe)
    }

    /// Returns the region that is rendered: the part in the picture's centre.
    func region(in bounds: CGRect) -> CGRect {
        guard let part else { return bounds }
        let size = CGSize(width: min(part.width, bounds.width), height: min(part.height, bounds.height))
        return CGRect(
            x: ((bounds.width - size.width) / 2).rounded(.down), y: ((bounds.height - size.height) / 2).rounded(.down),
            width: size.width, height: size.height)
    }

    // MARK: Recipes

    private static let sepia: [[Double]] = [[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]]
    private static let hue: [[Double]] = {
        let (c, s) = (cos(0.8), sin(0.8))
        return [
            [0.213 + c * 0.787 - s * 0.213, 0.715 - c * 0.715 - s * 0.715, 0.072 - c * 0.072 + s * 0.928],
            [0.213 - c * 0.213 + s * 0.143, 0.715 + c * 0.285 + s * 0.140, 0.072 - c * 0.072 - s * 0.283],
            [0.213 - c * 0.213 - s * 0.787, 0.715 - c * 0.715 + s * 0.715, 0.072 + c * 0.928 + s * 0.072],
        ]
    }()
    private static let contrast: [[Double]] = [[1.2, 0, 0], [0, 1.2, 0], [0, 0, 1.2]]

    private static func matrix(_ image: CIImage, _ rows: [[Double]], bias: Double = 0) -> CIImage {
        func vector(_ row: [Double]) -> CIVector { CIVector(x: row[0], y: row[1], z: row[2], w: 0) }
        return image.applyingFilter(
            "CIColorMatrix",
            parameters: [
                "inputRVector": vector(rows[0]), "inputGVector": vector(rows[1]), "inputBVector": vector(rows[2]),
                "inputBiasVector": CIVector(x: bias, y: bias, z: bias, w: 0),
            ])
    }

    static func chain(_ image: CIImage) -> CIImage {
        matrix(matrix(matrix(image, sepia), hue), contrast, bias: -0.1)
    }

    /// Returns a chain of `count` colour filters whose formulas are matrices.
    private static func longChain(_ image: CIImage, count: Int) -> CIImage {
        var image = image
        for index in 0..<count {
            switch index % 4 {
            case 0: image = image.applyingFilter("CIHueAdjust", parameters: ["inputAngle": 0.1 + 0.01 * Double(index)])
            case 1: image = matrix(image, mixed(sepia, 0.1))
            case 2:
                image = image.applyingFilter(
                    "CIColorControls",
                    parameters: ["inputContrast": 1.02, "inputSaturation": 1.05, "inputBrightness": 0.005])
            default: image = image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 0.02])
            }
        }
        return image
    }

    /// Interpolates between the identity matrix and another one.
    private static func mixed(_ rows: [[Double]], _ share: Double) -> [[Double]] {
        rows.enumerated().map { row, entries in
            entries.enumerated().map { column, entry in share * entry + (row == column ? 1 - share : 0) }
        }
    }

    /// Returns a colour cube that exchanges components and applies a slight curve.
    private static func colorTable(size: Int) -> Data {
        let values = (0..<size).map { index in sqrt(Float(index) / Float(size - 1)) }
        let entries: [Float] = values.flatMap { blue in
            values.flatMap { green in values.flatMap { red in [green, blue * 0.9 + 0.1 * red, red, 1] } }
        }
        return entries.withUnsafeBytes { Data($0) }
    }

    private static func blur(_ image: CIImage, sigma: Double) -> CIImage {
        image.clampedToExtent().applyingFilter("CIGaussianBlur", parameters: [kCIInputRadiusKey: sigma])
            .cropped(to: image.extent)
    }

    /// Rotates by ten degrees about the centre, cropped to the frame.
    private static func rotation(_ image: CIImage) -> CIImage {
        let middle = CGPoint(x: image.extent.midX, y: image.extent.midY)
        let turn = CGAffineTransform(translationX: middle.x, y: middle.y).rotated(by: .pi / 18)
            .translatedBy(x: -middle.x, y: -middle.y)
        return image.transformed(by: turn).cropped(to: image.extent)
    }

    private static let bumpKernel = CIWarpKernel(
        """
        kernel vec2 bump(vec2 center) {
            vec2 d = destCoord() - center;
            float t = max(1.0 - length(d) / 1500.0, 0.0);
            return center + d * (1.0 - 0.5 * t * t);
        }
        """)

    private static func bump(_ image: CIImage) -> CIImage {
        let extent = image.extent
        // A point's source is never farther from the centre than the point itself, so a part together with the centre
        // bounds its region of interest.
        let region = CIKernelRegion { _, part in part.union(CGRect(x: extent.midX, y: extent.midY, width: 1, height: 1))
        }
        return bumpKernel.apply(to: image, extent: extent, region: region, CIVector(x: extent.midX, y: extent.midY))
    }
}

/// The pictures of one size that workloads read.
final class BenchmarkPictures {
    let picture: BenchmarkPicture
    private(set) lazy var half = BenchmarkPicture(halfOf: picture)

    init(width: Int, height: Int) { picture = BenchmarkPicture(width: width, height: height) }
}
