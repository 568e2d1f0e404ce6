import VideoExchange

extension EncoderChoice {
    /// Options that are tried one after the other until the encoder opens, in addition to those of the request.
    var attempts: [[String: String]] {
        guard name == "ffv1" else { return [[:]] }
        return Self.slices(of: encoding.format).map { slices in
            // Version 3 has checksums and slices, which several threads encode.
            ["level": "3", "slicecrc": "1", "slices": "\(slices)"]
        } + [["level": "1"]]
    }

    /// Returns numbers of slices of FFV1's version 3 for frames, the best one first.
    ///
    /// With some sizes, the edges of a number of slices would differ between luma and halved chroma, and the encoder
    /// refuses that number. A slice that is a single column or row of pixels is accepted, but its samples are lost. The
    /// grids of these numbers are at most four slices wide and high.
    private static func slices(of format: FrameFormat) -> [Int] {
        switch min(format.width, format.height) {
        case ...1: []
        // The encoder checks edges wrongly if four columns share a sample of chroma.
        case _ where [.yuv410p, .yuv411p].contains(format.pixelFormat): [1]
        case 2..<8: [1]
        default: [4, 6, 9, 12, 16, 1]
        }
    }
}
