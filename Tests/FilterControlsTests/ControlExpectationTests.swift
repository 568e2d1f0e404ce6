import CoreImage
import Foundation
import Testing

/// Controls of a dozen filters, written out from the documentation of Core Image.
@Suite("Controls of chosen filters")
struct ControlExpectationTests {
    /// A filter, and for each input its key, its kind and facts as text.
    struct Expectation: Sendable, CustomTestStringConvertible {
        let filter: String
        let controls: [String]
        var testDescription: String { filter }
    }

    /// The rectangle of everything, from -2¹⁰²³ to 2¹⁰²³.
    private static let everywhere = "-8.99e+307 -8.99e+307 1.8e+308 1.8e+308"

    static let expectations: [Expectation] = [
        .init(filter: "CISepiaTone", controls: ["inputImage picture", "inputIntensity slider scalar 0…1 =1 id 0"]),
        .init(
            filter: "CIBumpDistortion",
            controls: [
                "inputImage picture", "inputCenter point distance [x y] =150 150",
                "inputRadius slider distance 0…600 =300",
                "inputScale slider scalar -1…1 =0.5 id 0",
            ]),
        .init(
            filter: "CIHueAdjust", controls: ["inputImage picture", "inputAngle angle angle -3.14…3.14 =0 id 0"]),
        .init(
            filter: "CICrop",
            controls: [
                "inputImage picture",
                "inputRectangle rectangle distance [x y width height] =\(everywhere) id \(everywhere)",
            ]),
        .init(
            filter: "CIFalseColor",
            controls: ["inputImage picture", "inputColor0 color =0.3 0 0 1", "inputColor1 color =1 0.9 0.8 1"]),
        .init(
            filter: "CIAffineTransform",
            controls: ["inputImage picture", "inputTransform transform [a b c d tx ty] =1 0 0 1 0 0 id 1 0 0 1 0 0"]),
        .init(
            filter: "CIQRCodeGenerator", controls: ["inputMessage text", "inputCorrectionLevel choice (L M Q H) =M"]),
        .init(
            filter: "CIDissolveTransition",
            controls: ["inputImage picture", "inputTargetImage picture", "inputTime slider time 0…1 =0 id 0"]),
        .init(
            filter: "CIColorMatrix",
            controls: ["inputImage picture"]
                + ["R", "G", "B", "A", "Bias"].enumerated().map { index, name in
                    let numbers = (0..<4).map { $0 == index ? "1" : "0" }.joined(separator: " ")
                    return "input\(name)Vector vector [x y z w] =\(numbers) id \(numbers)"
                }),
        .init(
            filter: "CIColorCube",
            controls: [
                "inputImage picture", "inputCubeDimension slider count 2…128 =2 id 2",
                "inputCubeData table =128 bytes id 128 bytes", "inputExtrapolate toggle =false",
            ]),
        .init(
            filter: "CIToneCurve",
            controls: ["inputImage picture"]
                + (0...4).map { index in
                    let place = String(format: "%.3g", Double(index) / 4)
                    return "inputPoint\(index) offset [x y] =\(place) \(place) id \(place) \(place) "
                        + "curve Curve naturalSpline inputExtrapolate"
                } + ["inputExtrapolate toggle =false"]),
        .init(
            filter: "CIColorCurves",
            controls: [
                "inputImage picture", "inputCurvesData table =36 bytes curve Curves linear inputCurvesDomain",
                "inputCurvesDomain vector [1 2] =0 1",
                "inputColorSpace choice (kCGColorSpaceSRGB kCGColorSpaceExtendedSRGB kCGColorSpaceLinearSRGB "
                    + "kCGColorSpaceExtendedLinearSRGB kCGColorSpaceDisplayP3 kCGColorSpaceAdobeRGB1998 "
                    + "kCGColorSpaceITUR_709 kCGColorSpaceITUR_2020)",
            ]),
        .init(
            filter: "CIMeshGenerator",
            controls: ["inputWidth slider distance 1…10 =1.5", "inputColor color =1 1 1 1", "inputMesh lines"]),
        .init(
            filter: "CISystemToneMap",
            controls: [
                "inputImage picture", "inputDisplayHeadroom slider scalar 1…8 =1",
                "inputPreferredDynamicRange choice (standard constrainedHigh high)",
            ]),
        .init(
            filter: "CICameraCalibrationLensCorrection",
            controls: [
                "inputImage picture", "inputAVCameraCalibrationData lens", "inputUseInverseLookUpTable toggle =false",
            ]),
    ]

    @Test("Kinds, units, limits and defaults", arguments: expectations)
    func controls(expectation: Expectation) throws {
        let filter = try #require(CIFilter(name: expectation.filter))
        #expect(filter.controls().map(Self.line) == expectation.controls)
    }

    private static func line(_ control: CIFilterControl) -> String {
        var parts = [control.key, control.kind.rawValue]
        if let unit = control.unit { parts.append(unit.rawValue) }
        if let slider = control.slider { parts.append("\(text(slider.from))…\(text(slider.to))") }
        if !control.components.isEmpty { parts.append("[\(control.components.joined(separator: " "))]") }
        if !control.choices.isEmpty {
            parts.append("(\(control.choices.map { text($0.value) }.joined(separator: " ")))")
        }
        if let value = control.defaultValue { parts.append("=" + text(value)) }
        if let value = control.identity { parts.append("id " + text(value)) }
        if let curve = control.curve {
            let keys = [curve.domain, curve.extrapolation].compactMap(\.self)
            parts += ["curve", curve.name, curve.interpolation.rawValue] + keys
        }
        return parts.joined(separator: " ")
    }

    private static func text(_ value: CIFilterControlValue) -> String {
        switch value {
        case .number(let number): text(number)
        case .boolean(let boolean): "\(boolean)"
        case .numbers(let numbers): numbers.map(text).joined(separator: " ")
        case .rows(let rows): rows.map { $0.map(text).joined(separator: " ") }.joined(separator: "; ")
        case .color(let r, let g, let b, let a): [r, g, b, a].map(text).joined(separator: " ")
        case .text(let text): text
        case .data(let data): "\(data.count) bytes"
        }
    }

    private static func text(_ number: Double) -> String { String(format: "%.3g", number) }
}
