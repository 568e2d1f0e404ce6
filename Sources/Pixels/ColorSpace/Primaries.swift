/// The chromaticities of an RGB space, which determine its matrix to CIE XYZ.
///
/// Formulas: Lindbloom, "RGB/XYZ Matrices" and "Chromatic Adaptation" (Bradford).
package struct Primaries: Hashable, Sendable {
    /// CIE 1931 x and y of red.
    package var red: SIMD2<Double>
    /// CIE 1931 x and y of green.
    package var green: SIMD2<Double>
    /// CIE 1931 x and y of blue.
    package var blue: SIMD2<Double>
    /// CIE 1931 x and y of white.
    package var white: SIMD2<Double>

    /// Creates primaries from CIE 1931 x and y.
    package init(red: SIMD2<Double>, green: SIMD2<Double>, blue: SIMD2<Double>, white: SIMD2<Double>) {
        (self.red, self.green, self.blue, self.white) = (red, green, blue, white)
    }

    package static let d65: SIMD2<Double> = [0.3127, 0.3290]
    static let d50: SIMD2<Double> = [0.3457, 0.3585]

    /// ITU-R BT.709; also the primaries of sRGB.
    package static let rec709 = Primaries(red: [0.64, 0.33], green: [0.30, 0.60], blue: [0.15, 0.06], white: d65)
    /// SMPTE EG 432-1 with the D65 white.
    package static let displayP3 = Primaries(
        red: [0.680, 0.320], green: [0.265, 0.690], blue: [0.150, 0.060], white: d65)
    /// SMPTE RP 431-2: the P3 primaries with the white of theatre projectors.
    package static let dciP3 = Primaries(
        red: [0.680, 0.320], green: [0.265, 0.690], blue: [0.150, 0.060], white: [0.314, 0.351])
    /// Adobe RGB (1998), section 4.3.1.
    static let adobeRGB = Primaries(red: [0.64, 0.33], green: [0.21, 0.71], blue: [0.15, 0.06], white: d65)
    /// ITU-R BT.2020.
    package static let rec2020 = Primaries(
        red: [0.708, 0.292], green: [0.170, 0.797], blue: [0.131, 0.046], white: d65)
    /// ISO 22028-2 (ROMM RGB, ProPhoto).
    static let romm = Primaries(
        red: [0.7347, 0.2653], green: [0.1596, 0.8404], blue: [0.0366, 0.0001], white: d50)
    /// AMPAS S-2014-004 (ACEScg, AP1).
    static let acescg = Primaries(
        red: [0.713, 0.293], green: [0.165, 0.830], blue: [0.128, 0.044], white: [0.32168, 0.33767])

    /// White of the ICC profile connection space, as the ICC specification rounds it.
    static let pcsWhite: SIMD3<Double> = [0.9642, 1.0, 0.8249]

    static let known: [Primaries] = [.rec709, .displayP3, .dciP3, .adobeRGB, .rec2020, .romm, .acescg]

    /// Returns the well-known primaries with this matrix, or the chromaticities of the matrix's columns under D50.
    init?(toXYZD50 matrix: Matrix3) {
        if let match = Self.known.first(where: { $0.toXYZD50 == matrix }) {
            self = match
            return
        }
        func xy(_ v: SIMD3<Double>) -> SIMD2<Double>? { v.sum() > 0 ? [v.x / v.sum(), v.y / v.sum()] : nil }
        guard let red = xy(matrix.c0), let green = xy(matrix.c1), let blue = xy(matrix.c2) else { return nil }
        self.init(red: red, green: green, blue: blue, white: Self.d50)
    }

    /// Matrix from linear RGB to XYZ relative to the ICC connection space's D50 white, with Bradford adaptation.
    var toXYZD50: Matrix3 {
        let unscaled = Matrix3(columns: Self.xyz(red), Self.xyz(green), Self.xyz(blue))
        let whiteXYZ = Self.xyz(white)
        guard let inverse = unscaled.inverse else { return .identity }
        let native = unscaled * Matrix3(diagonal: inverse * whiteXYZ)
        return Self.bradford(from: whiteXYZ, to: Self.pcsWhite) * native
    }

    /// Returns the XYZ of a chromaticity at luminance 1.
    static func xyz(_ xy: SIMD2<Double>) -> SIMD3<Double> { [xy.x / xy.y, 1, (1 - xy.x - xy.y) / xy.y] }

    /// Returns the Bradford adaptation of XYZ values from one white to another.
    static func bradford(from source: SIMD3<Double>, to destination: SIMD3<Double>) -> Matrix3 {
        let cone = Matrix3(
            rows: [0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296])
        guard let back = cone.inverse else { return .identity }
        return back * Matrix3(diagonal: (cone * destination) / (cone * source)) * cone
    }
}
