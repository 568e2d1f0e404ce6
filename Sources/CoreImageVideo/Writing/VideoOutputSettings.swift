import CoreImageEssentials
import Foundation
import PixelBuffers
import VideoExchange

/// The settings of an input that encodes video.
struct VideoOutputSettings: Sendable {
    var encoding = FilteringRequest.Encoding()
    let width: Int
    let height: Int
    private(set) var frameRate: Ratio?
    private(set) var pixelAspectRatio: Ratio?

    /// The profiles by their names.
    private static let profiles = [
        AVVideoProfileLevelH264BaselineAutoLevel: "baseline", AVVideoProfileLevelH264MainAutoLevel: "main",
        AVVideoProfileLevelH264HighAutoLevel: "high",
    ]

    /// Reads settings.
    ///
    /// - Throws: `AVError` for keys that aren't known, and values that can't be used.
    init(_ settings: [String: Any]) throws(AVError) {
        let known = [
            AVVideoCodecKey, AVVideoWidthKey, AVVideoHeightKey, AVVideoPixelAspectRatioKey, AVVideoColorPropertiesKey,
            AVVideoCompressionPropertiesKey,
        ]
        try Self.check(settings, known)
        let codec = settings[AVVideoCodecKey]
        let type = codec as? AVVideoCodecType ?? (codec as? String).map(AVVideoCodecType.init(rawValue:))
        guard let chosen = type?.encoding else {
            throw Self.refusal(
                "\(AVVideoCodecKey) is \(codec.map { "\($0)" } ?? "missing")", "Use a constant of AVVideoCodecType.")
        }
        (encoding.codec, encoding.profile) = chosen
        guard let width = try Self.number(settings, AVVideoWidthKey),
            let height = try Self.number(
                settings, AVVideoHeightKey)
        else {
            throw Self.refusal(
                "\(AVVideoWidthKey) and \(AVVideoHeightKey) are missing", "Give the size of the result in pixels.")
        }
        (self.width, self.height) = (Int(width), Int(height))
        if let shape = settings[AVVideoPixelAspectRatioKey] as? [String: Any] {
            let across = try Self.number(shape, AVVideoPixelAspectRatioHorizontalSpacingKey) ?? 1
            let down = try Self.number(shape, AVVideoPixelAspectRatioVerticalSpacingKey) ?? 1
            pixelAspectRatio = Ratio(Int32(across), Int32(down))
        }
        if let colors = settings[AVVideoColorPropertiesKey] as? [String: Any] { try read(colors) }
        if let properties = settings[AVVideoCompressionPropertiesKey] as? [String: Any] {
            try read(compression: properties)
        }
    }

    private mutating func read(_ colors: [String: Any]) throws(AVError) {
        try Self.check(colors, [AVVideoColorPrimariesKey, AVVideoTransferFunctionKey, AVVideoYCbCrMatrixKey])
        var plan = CompositionPlan()
        plan.colorPrimaries = colors[AVVideoColorPrimariesKey] as? String
        plan.colorTransferFunction = colors[AVVideoTransferFunctionKey] as? String
        plan.colorYCbCrMatrix = colors[AVVideoYCbCrMatrixKey] as? String
        encoding.colours = try plan.colours()
    }

    private mutating func read(compression properties: [String: Any]) throws(AVError) {
        try Self.check(
            properties,
            [
                AVVideoAverageBitRateKey, AVVideoQualityKey, AVVideoMaxKeyFrameIntervalKey,
                AVVideoMaxKeyFrameIntervalDurationKey, AVVideoExpectedSourceFrameRateKey, AVVideoProfileLevelKey,
            ])
        if let rate = try Self.number(properties, AVVideoAverageBitRateKey) { encoding.quality = .bitRate(Int(rate)) }
        if let value = properties[AVVideoQualityKey] {
            guard let quality = AttributeNumber.double(value), (0...1).contains(quality) else {
                throw Self.refusal("\(AVVideoQualityKey) is \(value)", "Use a number from 0 to 1.")
            }
            encoding.quality = .relative(quality)
        }
        let rate = try Self.number(properties, AVVideoExpectedSourceFrameRateKey)
        frameRate = try rate.map(Self.ratio)
        encoding.keyFrameInterval = try Self.number(properties, AVVideoMaxKeyFrameIntervalKey).map { Int($0) }
        if let seconds = try Self.number(properties, AVVideoMaxKeyFrameIntervalDurationKey) {
            guard let rate else {
                throw Self.refusal(
                    "\(AVVideoMaxKeyFrameIntervalDurationKey) is set without a frame rate",
                    "Set \(AVVideoExpectedSourceFrameRateKey) too.")
            }
            let frames = max(1, Int((seconds * rate).rounded()))
            encoding.keyFrameInterval = min(encoding.keyFrameInterval ?? frames, frames)
        }
        if let name = properties[AVVideoProfileLevelKey] {
            guard encoding.codec == .h264, let profile = (name as? String).flatMap({ Self.profiles[$0] }) else {
                throw Self.refusal(
                    "\(AVVideoProfileLevelKey) is \(name), which isn't known for \(encoding.codec.rawValue)",
                    "Leave it out, or use a constant for H.264 that begins with AVVideoProfileLevel.")
            }
            encoding.profile = profile
        }
    }

    /// Returns a rate as a fraction: a whole number, or a multiple of 1/1001 as those of television.
    private static func ratio(_ rate: Double) throws(AVError) -> Ratio {
        guard rate <= 100_000, rate >= 0.001 else {
            throw refusal(
                "\(AVVideoExpectedSourceFrameRateKey) is \(rate)", "Use a number from 0.001 to 100,000 frames a second."
            )
        }
        return Int32(exactly: rate).map { Ratio($0, 1) } ?? Ratio(Int32((rate * 1001).rounded()), 1001)
    }

    private static func number(_ settings: [String: Any], _ key: String) throws(AVError) -> Double? {
        guard let value = settings[key] else { return nil }
        guard let number = AttributeNumber.double(value), number > 0, number < Double(Int32.max) else {
            throw refusal("\(key) is \(value)", "Use a positive number.")
        }
        return number
    }

    private static func check(_ settings: [String: Any], _ known: [String]) throws(AVError) {
        guard let other = settings.keys.sorted().first(where: { !known.contains($0) }) else { return }
        throw refusal("the key \(other) isn't known", "Known keys are \(known.joined(separator: ", ")).")
    }

    private static func refusal(_ cause: String, _ remedy: String) -> AVError {
        AVError(.encoderNotFound, "The output settings of a video input can't be used: \(cause). \(remedy)")
    }
}
