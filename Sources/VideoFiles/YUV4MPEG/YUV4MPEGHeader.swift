import VideoExchange

/// The first line of a YUV4MPEG2 stream: what all of its frames have in common.
package struct YUV4MPEGHeader: Hashable, Sendable {
    /// The order of the fields of a frame.
    package enum Interlacing: String, Hashable, Sendable {
        case progressive = "p"
        case topFieldFirst = "t"
        case bottomFieldFirst = "b"
        /// The frames' own lines say it.
        case mixed = "m"
        case unknown = "?"
    }

    /// The arrangement of samples, the size and the colours. Streams state the siting of chroma and the range; nothing
    /// states primaries, transfer function and matrix.
    package var format: FrameFormat
    /// Frames a second, or nil if it isn't stated.
    package var frameRate: Ratio?
    /// The order of fields.
    package var interlacing: Interlacing

    /// Creates a header.
    package init(format: FrameFormat, frameRate: Ratio?, interlacing: Interlacing = .progressive) {
        (self.format, self.frameRate, self.interlacing) = (format, frameRate, interlacing)
    }

    /// The word with which a stream begins.
    static let signature = "YUV4MPEG2"
    /// The word with which a frame begins.
    static let frameSignature = "FRAME"

    /// A name of a chroma format, with what it stands for.
    private struct ChromaFormat {
        let name: String
        let format: VideoPixelFormat
        let location: ColourTags.ChromaLocation?

        init(_ name: String, _ format: VideoPixelFormat, _ location: ColourTags.ChromaLocation? = nil) {
            (self.name, self.format, self.location) = (name, format, location)
        }
    }

    /// The names, the one that is written for a format and a siting before others. `420paldv` has Cb and Cr on
    /// different rows; that of Cr is stated.
    private static let chromaFormats: [ChromaFormat] = [
        .init("420jpeg", .yuv420p, .center), .init("420mpeg2", .yuv420p, .left),
        .init("420paldv", .yuv420p, .topLeft), .init("420", .yuv420p), .init("422", .yuv422p),
        .init("444", .yuv444p), .init("411", .yuv411p), .init("444alpha", .yuva444p), .init("mono", .gray),
        .init("420p10", .yuv420p10le), .init("422p10", .yuv422p10le), .init("444p10", .yuv444p10le),
        .init("420p12", .yuv420p12le), .init("422p12", .yuv422p12le), .init("444p12", .yuv444p12le),
        .init("mono10", .gray10le), .init("mono12", .gray12le), .init("mono16", .gray16le),
    ]

    /// The names of all formats that can be read, for messages.
    private static var names: String { chromaFormats.map(\.name).joined(separator: ", ") }

    /// Reads a header.
    ///
    /// - Throws: The reason why the line isn't one.
    init(line: String, limits: VideoLimits) throws(YUV4MPEGProblem) {
        var words = line.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
        guard words.first == Self.signature else { throw YUV4MPEGProblem("it doesn't begin with \(Self.signature)") }
        words.removeFirst()
        var (width, height): (Int?, Int?) = (nil, nil)
        var chroma = "420jpeg"
        var range: ColourTags.Range?
        var aspect: Ratio?
        (frameRate, interlacing) = (nil, .unknown)
        for word in words {
            let value = String(word.dropFirst())
            switch word.first {
            case "W": width = Int(value)
            case "H": height = Int(value)
            case "F": frameRate = try Self.frameRate(value)
            case "A": aspect = Self.ratio(value)
            case "I": interlacing = Interlacing(rawValue: value) ?? .unknown
            case "C": chroma = value
            case "X" where value == "COLORRANGE=FULL": range = .full
            case "X" where value == "COLORRANGE=LIMITED": range = .video
            default: break
            }
        }
        guard let width, let height, width > 0, height > 0 else { throw YUV4MPEGProblem("its header has no size") }
        guard width <= VideoFrameLayout.maximumSide, height <= VideoFrameLayout.maximumSide,
            width * height <= limits.pixels
        else {
            throw YUV4MPEGProblem("its frames of \(width) × \(height) pixels are above the limit of \(limits.pixels)")
        }
        guard let found = Self.chromaFormats.first(where: { $0.name == chroma }) else {
            throw YUV4MPEGProblem("its format \(chroma) isn't one of \(Self.names)")
        }
        format = FrameFormat(
            pixelFormat: found.format, width: width, height: height,
            colours: ColourTags(range: range, chromaLocation: found.location), pixelAspectRatio: aspect)
    }

    /// The colours that are assumed of frames, as streams can't state their primaries, transfer function and matrix.
    /// Programs that read streams assume them by the size: BT.709 for large pictures, and BT.601 for others, of 525
    /// lines up to 486 rows and of 625 lines above.
    package static func assumedColours(width: Int, height: Int) -> ColourTags {
        if width >= 1280 || height > 576 { return ColourTags(primaries: 1, transfer: 1, matrix: 1) }
        return ColourTags(primaries: height <= 486 ? 6 : 5, transfer: 1, matrix: 6)
    }

    /// The header as a line, without its end.
    ///
    /// - Throws: The reason if the stream can't have this format.
    func line() throws(YUV4MPEGProblem) -> String {
        let candidates = Self.chromaFormats.filter { $0.format == format.pixelFormat }
        let location = format.colours.chromaLocation
        guard let chroma = candidates.first(where: { $0.location == location }) ?? candidates.last else {
            throw YUV4MPEGProblem(
                "the pixel format \(format.pixelFormat.rawValue) can't be stored; the formats are \(Self.names)")
        }
        let rate = frameRate ?? Ratio(0, 0)
        let aspect = format.pixelAspectRatio ?? Ratio(0, 0)
        var line = "\(Self.signature) W\(format.width) H\(format.height) F\(rate.numerator):\(rate.denominator)"
        line += " I\(interlacing.rawValue) A\(aspect.numerator):\(aspect.denominator) C\(chroma.name)"
        switch format.colours.range {
        case .full: line += " XCOLORRANGE=FULL"
        case .video: line += " XCOLORRANGE=LIMITED"
        case nil: break
        }
        return line
    }

    /// The frame rates with which streams are read.
    private static let frameRates = 1.0 / 3600...100_000

    /// Returns the frame rate of a header; nil for `0:0`, which stands for an unknown one.
    private static func frameRate(_ text: String) throws(YUV4MPEGProblem) -> Ratio? {
        if text == "0:0" { return nil }
        guard let rate = ratio(text),
            frameRates.contains(Double(rate.numerator) / Double(rate.denominator))
        else {
            throw YUV4MPEGProblem(
                "its frame rate \(text) isn't a fraction, such as 30000:1001, from 1:3600 to 100000:1")
        }
        return rate
    }

    /// Reads a ratio. Returns nil if it isn't one or isn't positive, such as 0:0 for an unknown one.
    private static func ratio(_ text: String) -> Ratio? {
        let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { Int32($0) }
        guard numbers.count == 2, let numerator = numbers[0], let denominator = numbers[1] else { return nil }
        let ratio = Ratio(numerator, denominator)
        return ratio.isPositive ? ratio : nil
    }
}

/// The reason why bytes aren't a YUV4MPEG2 stream, as a sentence without a full stop.
struct YUV4MPEGProblem: Error, Hashable {
    let cause: String
    /// Whether reading was cancelled.
    let isCancellation: Bool

    init(_ cause: String, isCancellation: Bool = false) { (self.cause, self.isCancellation) = (cause, isCancellation) }

    static let cancelled = YUV4MPEGProblem("reading was cancelled", isCancellation: true)
}
