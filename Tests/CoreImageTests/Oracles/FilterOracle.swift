import CoreImage
import Foundation
import Testing

/// What a built-in filter's pixels are compared with, and how they are known.
///
/// Every filter has one, in a file of its own, listed in its category's `…Oracles.swift`; `OracleTests` checks them all. An oracle must not
/// call the filter to know what is right.
struct FilterOracle: Sendable, CustomTestStringConvertible {
    /// How the right pixels are known, the strongest first.
    enum Evidence: String, Sendable, CaseIterable {
        /// The definition is public: the check writes it out.
        case formula
        /// Pictures that Core Image rendered: the filter is fitted to them, and compared with them where they are at hand.
        case published
        /// Neither: the check pins what the look consists of, such as identities, symmetries, ranges and landmarks.
        case properties
    }

    /// The filter's registered name.
    let filter: String
    /// How the right pixels are known.
    let evidence: Evidence
    /// How many settings of the parameters are compared; nil where the check isn't a list of settings.
    let settingCount: Int?
    /// Records an issue or throws where a pixel is wrong.
    let check: @Sendable () throws -> Void

    /// An oracle with a check of its own.
    init(_ filter: String, _ evidence: Evidence, check: @escaping @Sendable () throws -> Void) {
        (self.filter, self.evidence, settingCount, self.check) = (filter, evidence, nil, check)
    }

    /// An oracle that checks every one of several settings.
    init(
        _ filter: String, _ evidence: Evidence, settings: [[String: Any]],
        check: @escaping @Sendable () throws -> Void
    ) {
        (self.filter, self.evidence, settingCount, self.check) = (filter, evidence, settings.count, check)
    }

    var testDescription: String { "\(filter) by \(evidence.rawValue)" }

    /// A filter that changes each pixel of one image: on a picture with transparency and colours out of range, each pixel must follow
    /// the formula, which is about unpremultiplied colour.
    ///
    /// - Parameters:
    ///   - settings: Values by input key, several dictionaries; what is left out keeps its default.
    ///   - formula: The right colour from the image's and the setting.
    static func color(
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

    /// A filter that puts an image over another: on two pictures that overlap in part, with all pairs of opaque, half transparent and
    /// empty pixels, each pixel must follow the formula, which is about premultiplied colour. The extent must be the union of theirs,
    /// or the intersection.
    static func composite(
        _ filter: String, _ evidence: Evidence = .formula, tolerance: Float = 1e-4, intersecting: Bool = false,
        formula: @escaping @Sendable (_ image: SIMD4<Float>, _ background: SIMD4<Float>) -> SIMD4<Float>
    ) -> FilterOracle {
        FilterOracle(filter, evidence, settings: [[:]]) {
            let front = PixelGrid.colorful(x: -2, y: 1, width: 9, height: 7)
            // Pixels are made from where they are: with columns and rows exchanged, the pictures differ where they overlap.
            let exchanged = PixelGrid.colorful(x: -3, y: 1, width: 9, height: 8)
            let back = PixelGrid(x: 1, y: -3, width: 8, height: 9) { x, y in exchanged[y, x] }
            let union = front.bounds.union(back.bounds)
            let image = front.image.applyingFilter(filter, parameters: [kCIInputBackgroundImageKey: back.image])
            let extent = intersecting ? front.bounds.intersection(back.bounds) : union
            guard image.extent == extent else { throw ExtentMismatch(found: image.extent, expected: extent) }
            try expect(image, in: union.insetBy(dx: -1, dy: -1), tolerance: tolerance) { x, y in
                extent.contains(center(x, y)) || !intersecting ? formula(front[x, y], back[x, y]) : .zero
            }
        }
    }

    /// A filter whose pixels follow from where they are, such as a generator or a gradient: each pixel of `bounds` must be the
    /// premultiplied linear one that the formula gives.
    ///
    /// - Parameters:
    ///   - extent: The right extent; infinite unless given.
    ///   - formula: The right pixel from the setting and the pixel's centre.
    static func pixels(
        _ filter: String, _ evidence: Evidence = .formula, tolerance: Float = 1e-4,
        settings: @autoclosure @escaping @Sendable () -> [[String: Any]], in bounds: CGRect,
        extent: @escaping @Sendable (_ setting: [String: Any]) -> CGRect = { _ in .infinite },
        formula: @escaping @Sendable (_ setting: [String: Any], _ point: CGPoint) -> SIMD4<Float>
    ) -> FilterOracle {
        FilterOracle(filter, evidence, settings: settings()) {
            for setting in settings() {
                let image = try #require(CIFilter(name: filter, parameters: setting)?.outputImage)
                let expected = extent(setting)
                guard image.extent == expected else { throw ExtentMismatch(found: image.extent, expected: expected) }
                try expect(image, in: bounds, tolerance: tolerance) { x, y in formula(setting, center(x, y)) }
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
        let light = [color.red, color.green, color.blue].map { linear(Double($0)) }
        return SIMD4(light[0], light[1], light[2], 1) * Float(color.alpha)
    }
}
