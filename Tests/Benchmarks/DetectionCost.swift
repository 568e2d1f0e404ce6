import CoreImage
import Foundation

/// Measures the cost of feature detection: decoding a JPEG file of the benchmark picture alone, and detecting features
/// in it, for each kind of feature and each accuracy.
///
/// The picture contains a code, a card and a line of text. The file is decoded again for each measurement, so that
/// every figure includes one decoding. The detectors are created beforehand.
struct DetectionCost {
    /// The minimum processor time of several measurements, in milliseconds.
    struct Figure: Encodable {
        var megapixels: Int
        var what: String
        var accuracy: String?
        /// The number of features found; nil for decoding.
        var found: Int?
        var milliseconds: Double
    }

    /// The sides of pictures of 2, 12 and 50 megapixels.
    static let sizes = [(1632, 1224), (4000, 3000), (8160, 6120)]
    private static let kinds = [
        ("faces", CIDetectorTypeFace), ("codes", CIDetectorTypeQRCode), ("rectangles", CIDetectorTypeRectangle),
        ("text", CIDetectorTypeText),
    ]

    private let folder: URL
    private let rounds: Int

    init(folder: URL, rounds: Int) { (self.folder, self.rounds) = (folder, rounds) }

    /// Prints each figure as a line of JSON as soon as it is measured.
    func run() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        for (width, height) in Self.sizes {
            let file = folder.appendingPathComponent("detection-\(width)x\(height).jpg")
            try write(width: width, height: height, to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            try measure(file, megapixels: Int((Double(width * height) / 1e6).rounded())) { figure in
                print(String(decoding: try encoder.encode(figure), as: UTF8.self))
            }
        }
    }

    private func measure(_ file: URL, megapixels: Int, report: (Figure) throws -> Void) throws {
        let context = CIContext()
        let decoding = try leastTime {
            let image = try CIImage(loading: file, options: nil)
            var pixel = [UInt8](repeating: 0, count: 4)
            // The mean requires decoding the whole picture.
            let mean = image.applyingFilter(
                "CIAreaAverage", parameters: [kCIInputExtentKey: CIVector(cgRect: image.extent)])
            context.render(
                mean, toBitmap: &pixel, rowBytes: 4, bounds: CGRect(x: 0, y: 0, width: 1, height: 1), format: .RGBA8,
                colorSpace: nil)
        }
        try report(Figure(megapixels: megapixels, what: "decoding", accuracy: nil, found: nil, milliseconds: decoding))
        for (name, type) in Self.kinds {
            for accuracy in [CIDetectorAccuracyHigh, CIDetectorAccuracyLow] {
                let detector = try CIDetector(
                    checkingType: type, context: context, options: [CIDetectorAccuracy: accuracy])
                var found = 0
                let time = try leastTime {
                    found = try detector.detectedFeatures(in: try CIImage(loading: file, options: nil)).count
                }
                try report(
                    Figure(
                        megapixels: megapixels, what: name,
                        accuracy: accuracy == CIDetectorAccuracyHigh ? "high" : "low", found: found,
                        milliseconds: time))
            }
        }
    }

    /// Writes the benchmark picture with a code, two cards and a line of text, sized relative to a quarter of the
    /// shorter side.
    private func write(width: Int, height: Int, to file: URL) throws {
        let ground = BenchmarkPicture(width: width, height: height).image()
        let unit = CGFloat(min(width, height)) / 4
        let code = CIFilter.qrCodeGenerator()
        code.message = Data("https://example.org/what-detecting-costs".utf8)
        let text = CIFilter.textImageGenerator()
        (text.text, text.fontSize) = ("What detecting costs", Float(unit / 4))
        let card = CIImage(color: .white).cropped(to: CGRect(x: 0, y: 0, width: 1.6 * unit, height: unit))
        func placed(_ image: CIImage?, height: CGFloat, x: CGFloat, y: CGFloat) -> CIImage? {
            guard let image, !image.extent.isEmpty else { return nil }
            let scale = height / image.extent.height
            return image.transformed(by: CGAffineTransform(scaleX: scale, y: scale))
                .transformed(by: CGAffineTransform(translationX: x, y: y))
        }
        var scene = ground
        for part in [
            placed(code.outputImage, height: unit, x: 0.3 * unit, y: 0.5 * unit),
            placed(card, height: unit, x: 2 * unit, y: 0.4 * unit),
            placed(card, height: 0.6 * unit, x: 2.5 * unit, y: 2.5 * unit),
            placed(text.outputImage, height: unit / 4, x: 0.4 * unit, y: 3 * unit),
        ] {
            if let part { scene = part.composited(over: scene) }
        }
        try CIContext().writeRepresentation(
            of: scene.cropped(to: ground.extent), to: file, format: .RGBX8, options: [.lossyCompressionQuality: 0.92])
    }

    /// Returns the minimum processor time of all threads, in milliseconds, of several rounds after an unmeasured first
    /// one.
    private func leastTime(_ work: () throws -> Void) throws -> Double {
        try work()
        return try (0..<rounds).map { _ in
            let start = Self.processorTime
            try work()
            return Self.processorTime - start
        }.min() ?? 0
    }

    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}
