import CoreImage
import Foundation
import Testing

/// The expected pixels of a built-in filter, and how they are known.
///
/// Every filter has one oracle in its own file, a constant with the name of the file. The `OracleCatalog` plugin
/// generates `FilterOracle.all` from the files, and `OracleTests` checks them all. An oracle must not call the filter
/// to find the expected pixels.
struct FilterOracle: Sendable, CustomTestStringConvertible {
    /// How the right pixels are known, the strongest first.
    enum Evidence: String, Sendable, CaseIterable {
        /// The definition is public: the check writes it out.
        case formula
        /// The filter is fitted to pictures that Core Image rendered. It is compared with them if they are available.
        case published
        /// Neither is public. The check covers properties of the look, such as identities, symmetries, ranges and
        /// landmarks.
        case properties
    }

    /// The filter's registered name.
    let filter: String
    /// How the right pixels are known.
    let evidence: Evidence
    /// The number of settings that are compared; nil if the check isn't a list of settings.
    let settingCount: Int?
    /// Records an issue or throws where a pixel is wrong.
    let check: @Sendable () throws -> Void

    /// Creates an oracle with a custom check.
    init(_ filter: String, _ evidence: Evidence, check: @escaping @Sendable () throws -> Void) {
        (self.filter, self.evidence, settingCount, self.check) = (filter, evidence, nil, check)
    }

    /// Creates an oracle whose check covers several settings.
    init(
        _ filter: String, _ evidence: Evidence, settings: [[String: Any]],
        check: @escaping @Sendable () throws -> Void
    ) {
        (self.filter, self.evidence, settingCount, self.check) = (filter, evidence, settings.count, check)
    }

    var testDescription: String { "\(filter) by \(evidence.rawValue)" }

    /// Returns an oracle for a filter that changes each pixel of one image.
    ///
    /// On a picture with transparency and colours outside 0…1, each pixel must follow the formula, which is on
    /// unpremultiplied colour.
    ///
    /// - Parameters:
    ///   - settings: Dictionaries of values by input key. Inputs that are left out keep their defaults.
    ///   - formula: Returns the expected colour for the image's colour and the setting.
    static func colorOracle(
        _ filter: String, _ evidence: Evidence = .formula, tolerance: Float = 1e-4,
        settings: @autoclosure @escaping @Sendable () -> [[String: Any]] = [[:]],
        formula: @escaping @Sendable (_ color: PlainColor, _ setting: [String: Any]) -> PlainColor
    ) -> FilterOracle {
        FilterOracle(filter, evidence, settings: settings()) {
            for setting in settings() {
                try expectColors(filter, setting, tolerance: tolerance) { formula($0, setting) }
            }
        }
    }

    /// Returns an oracle for a filter that combines an image and a background.
    ///
    /// On two pictures that overlap in part, with all pairs of opaque, half transparent and empty pixels, each pixel
    /// must follow the formula, which is on premultiplied colour. The extent must be the union of both, or the
    /// intersection.
    static func compositeOracle(
        _ filter: String, _ evidence: Evidence = .formula, tolerance: Float = 1e-4, intersecting: Bool = false,
        formula: @escaping @Sendable (_ image: SIMD4<Float>, _ background: SIMD4<Float>) -> SIMD4<Float>
    ) -> FilterOracle {
        FilterOracle(filter, evidence, settings: [[:]]) {
            let front = PixelGrid.colorful(x: -2, y: 1, width: 9, height: 7)
            // `colorful` computes pixels from their position. Exchanging columns and rows makes the pictures differ
            // where they overlap.
            let exchanged = PixelGrid.colorful(x: -3, y: 1, width: 9, height: 8)
            let back = PixelGrid(x: 1, y: -3, width: 8, height: 9) { x, y in exchanged[y, x] }
            let union = front.bounds.union(back.bounds)
            let image = front.image.applyingFilter(filter, parameters: [kCIInputBackgroundImageKey: back.image])
            let extent = intersecting ? front.bounds.intersection(back.bounds) : union
            guard image.extent == extent else { throw ExtentMismatch(found: image.extent, expected: extent) }
            try expect(image, in: union.insetBy(dx: -1, dy: -1), tolerance: tolerance) { x, y in
                extent.contains(pixelCenter(x, y)) || !intersecting ? formula(front[x, y], back[x, y]) : .zero
            }
        }
    }

    /// Returns an oracle for a filter whose pixels depend on their position, such as a generator or a gradient.
    ///
    /// Each pixel of `bounds` must be the premultiplied linear one that the formula returns.
    ///
    /// - Parameters:
    ///   - extent: Returns the expected extent; infinite by default.
    ///   - formula: Returns the expected pixel for the setting and the pixel's centre.
    static func pixelOracle(
        _ filter: String, _ evidence: Evidence = .formula, tolerance: Float = 1e-4, relativeTolerance: Float = 0,
        settings: @autoclosure @escaping @Sendable () -> [[String: Any]], in bounds: CGRect,
        extent: @escaping @Sendable (_ setting: [String: Any]) -> CGRect = { _ in .infinite },
        formula: @escaping @Sendable (_ setting: [String: Any], _ point: CGPoint) -> SIMD4<Float>
    ) -> FilterOracle {
        FilterOracle(filter, evidence, settings: settings()) {
            for setting in settings() {
                let image = try #require(CIFilter(name: filter, parameters: setting)?.outputImage)
                let expected = extent(setting)
                guard image.extent == expected else { throw ExtentMismatch(found: image.extent, expected: expected) }
                try expect(image, in: bounds, tolerance: tolerance, relativeTolerance: relativeTolerance) { x, y in
                    formula(setting, pixelCenter(x, y))
                }
            }
        }
    }
}

extension [String: Any] {
    /// A number of a setting, in double precision.
    func number(_ key: String) -> Double {
        (self[key] as? any BinaryFloatingPoint).map { Double($0) } ?? (self[key] as? NSNumber)?.doubleValue
            ?? Double(self[key] as? Int ?? 0)
    }

    /// A point or vector of a setting.
    func point(_ key: String) -> CGPoint {
        if let point = self[key] as? CGPoint { return point }
        let vector = self[key] as? CIVector
        return CGPoint(x: vector?.x ?? .nan, y: vector?.y ?? .nan)
    }

    /// A colour of a setting as a premultiplied linear pixel; the colour is taken to be in sRGB.
    func pixel(_ key: String) -> SIMD4<Float> {
        guard let color = self[key] as? CIColor else { return SIMD4(repeating: .nan) }
        let light = [color.red, color.green, color.blue].map { linearFromSRGB(Double($0)) }
        return SIMD4(light[0], light[1], light[2], 1) * Float(color.alpha)
    }
}
