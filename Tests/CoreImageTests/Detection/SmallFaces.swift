import CoreImage

/// The faces of a hundred people and a hundred other parts of photographs from Labeled Faces in the Wild, each 25 × 25
/// gray pixels.
///
/// The set's faces were selected by a detector of the same kind as OpenCV's, so the recall for other faces is lower.
struct SmallFaces: Sendable {
    static let (faceCount, count, side) = (100, 200, 25)

    /// Faces that certainly smile, and that certainly don't, as a person sees them; the others are doubtful.
    static let smiling = [1, 19, 21, 27, 31, 36, 37, 38, 45, 52, 69, 74, 75, 79, 81, 82, 85, 91, 94, 96]
    static let serious = [
        0, 3, 5, 6, 7, 12, 15, 16, 20, 26, 28, 29, 32, 33, 35, 39, 40, 42, 44, 46, 48, 49, 51, 54, 55, 57, 58, 60, 62,
        66, 71, 73,
        77, 80, 83, 87, 92, 95, 97, 98,
    ]

    private let values: [Float64]

    /// NumPy's file of 200 × 25 × 25 numbers of 64 bits; nil when it is anything else.
    init?(_ file: URL) {
        guard let data = try? Data(contentsOf: file),
            data.starts(with: Array("\u{93}NUMPY".unicodeScalars.map { UInt8($0.value) })),
            data.count > 10
        else { return nil }
        let start = 10 + Int(data[8]) + 256 * Int(data[9])
        let count = Self.count * Self.side * Self.side
        guard data.count == start + 8 * count,
            String(decoding: data[10..<start], as: UTF8.self).contains(
                "'<f8', 'fortran_order': False, 'shape': (200, 25, 25)")
        else { return nil }
        values = data.withUnsafeBytes { bytes in
            (0..<count).map { bytes.loadUnaligned(fromByteOffset: start + 8 * $0, as: Float64.self) }
        }
    }

    /// A picture enlarged to a side, its lower left corner at the origin.
    func image(_ index: Int, side: CGFloat) -> CIImage {
        let pixels = Self.side * Self.side
        var bytes = Data(capacity: 4 * pixels)
        for value in values[index * pixels..<(index + 1) * pixels] {
            let gray = UInt8((value * 255).rounded().clamped(to: 0...255))
            bytes.append(contentsOf: [gray, gray, gray, 255])
        }
        let size = CGSize(width: Self.side, height: Self.side)
        let small = CIImage(
            bitmapData: bytes, bytesPerRow: 4 * Self.side, size: size, format: .RGBA8,
            colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
        let scale = side / CGFloat(Self.side)
        return small.clampedToExtent().applyingFilter(
            "CILanczosScaleTransform", parameters: [kCIInputScaleKey: scale, kCIInputAspectRatioKey: 1]
        ).cropped(to: CGRect(x: 0, y: 0, width: side, height: side))
    }

    /// A picture on gray ground with a margin around.
    func scene(_ index: Int) -> CIImage {
        let ground = CIImage(color: CIColor(red: 0.43, green: 0.43, blue: 0.43))
            .cropped(to: CGRect(x: 0, y: 0, width: 270, height: 270))
        return image(index, side: 150).transformed(by: CGAffineTransform(translationX: 60, y: 60)).composited(
            over: ground)
    }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        min(max(self, range.lowerBound), range.upperBound)
    }
}
