extension CGColorSpace {
    /// Creates an RGB space from chromaticities and a transfer function, which streams of video state. It has the name
    /// of the named space that it equals.
    package convenience init(primaries: Primaries, curve: TransferCurve) {
        let definition = ColorSpaceDefinition.rgb(curve, primaries)
        self.init(name: Self.name(of: definition), model: .rgb, components: 3, definition: definition)
    }
}

extension Primaries {
    /// EBU Tech. 3213-E: PAL.
    package static let ebu3213 = Primaries(red: [0.64, 0.33], green: [0.29, 0.60], blue: [0.15, 0.06], white: d65)
    /// SMPTE RP 145: NTSC.
    package static let smpteC = Primaries(
        red: [0.630, 0.340], green: [0.310, 0.595], blue: [0.155, 0.070], white: d65)
    /// The phosphors P22, code point 22 of ISO/IEC 23091-2.
    package static let p22 = Primaries(
        red: [0.630, 0.340], green: [0.295, 0.605], blue: [0.155, 0.077], white: d65)
}

extension TransferCurve {
    /// The inverse of the camera curve of SMPTE 240M.
    package static let smpte240M = TransferCurve(g: 1 / 0.45, a: 1 / 1.1115, b: 0.1115 / 1.1115, c: 1 / 4.0, d: 0.0912)
}
