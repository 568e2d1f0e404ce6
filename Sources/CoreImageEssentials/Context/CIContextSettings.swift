import Foundation
import Pixels
import Rendering

/// The validated options of a context.
struct CIContextSettings {
    /// The working space; nil turns colour management off.
    var workingColorSpace: CGColorSpace? = .workingDefault
    /// The output space; nil leaves working-space numbers.
    var outputColorSpace: CGColorSpace? = .standard
    var workingFormat = CIFormat.RGBAh
    var outputPremultiplied = true
    var cacheIntermediates = true
    var leavesCores = false
    /// The number of threads; nil for one per core.
    var threadCount: Int?
    var compilesInBackground = false
    var name: String?
    /// The memory limit in bytes; nil for half of the memory that the system allows this process.
    var memoryLimit: Int?
    var deadline = RenderingLimit<Duration>.automatic
    var stepLimit = RenderingLimit<Int>.automatic

    init() {}

    /// Reads the options. Options that are unknown or malformed keep their defaults and are returned as errors.
    static func reading(_ options: [CIContextOption: Any]) -> (settings: CIContextSettings, refusals: [CIError]) {
        var settings = CIContextSettings()
        var refusals: [CIError] = []
        for (key, value) in options.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            do { try settings.set(key, to: value) } catch { refusals.append(error) }
        }
        return (settings, refusals)
    }

    private mutating func set(_ key: CIContextOption, to value: Any) throws(CIError) {
        switch key {
        case .workingColorSpace:
            workingColorSpace = try Self.space(key, value, models: [.rgb], "an RGB CGColorSpace or NSNull")
        case .outputColorSpace:
            outputColorSpace = try Self.space(
                key, value, models: [.rgb, .monochrome], "an RGB or gray CGColorSpace or NSNull")
        case .workingFormat: workingFormat = try Self.format(key, value)
        case .outputPremultiplied: outputPremultiplied = try Self.boolean(key, value)
        case .cacheIntermediates: cacheIntermediates = try Self.boolean(key, value)
        case .priorityRequestLow: leavesCores = try Self.boolean(key, value)
        case .threadCount:
            guard let number = Number.double(from: value), number >= 1 else {
                throw Self.malformed(key, "a number of at least 1", value)
            }
            threadCount = Int(min(number, 65_536))
        case .compilesInBackground: compilesInBackground = try Self.boolean(key, value)
        case .useSoftwareRenderer, .allowLowPower: _ = try Self.boolean(key, value)
        case .name:
            guard let text = value as? String else { throw Self.malformed(key, "a String", value) }
            name = text
        case .memoryTarget:
            guard let megabytes = Number.double(from: value), megabytes > 0 else {
                throw Self.malformed(key, "a number of megabytes above 0", value)
            }
            memoryLimit = Int(min(megabytes, 1e12) * 1_048_576)
        case .renderingDeadline:
            deadline =
                try Self.limit(key, value, "a number of seconds above 0, or infinity") { $0 > 0 }.map {
                    .atMost(.seconds(min($0, Self.mostSeconds)))
                } ?? .unlimited
        case .stepLimit:
            stepLimit =
                try Self.limit(key, value, "a number of at least 1, or infinity") { $0 >= 1 }.map {
                    .atMost(Int(min($0, 1e18)))
                } ?? .unlimited
        default:
            throw .unknownOption(key: key.rawValue, of: "CIContext", known: Self.keys.map(\.rawValue))
        }
    }

    private static let keys: [CIContextOption] = [
        .workingColorSpace, .outputColorSpace, .workingFormat, .outputPremultiplied, .cacheIntermediates,
        .priorityRequestLow, .threadCount, .compilesInBackground, .useSoftwareRenderer, .allowLowPower, .name,
        .memoryTarget, .renderingDeadline, .stepLimit,
    ]

    /// The upper bound of a deadline in seconds, about thirty years.
    private static let mostSeconds = 1e9

    /// Returns the number if `isValid` accepts it, or nil for infinity and `NSNull`.
    private static func limit(
        _ key: CIContextOption, _ value: Any, _ expected: String, _ isValid: (Double) -> Bool
    ) throws(CIError) -> Double? {
        if value is NSNull { return nil }
        guard let number = Number.double(from: value), isValid(number) else { throw malformed(key, expected, value) }
        return number.isFinite ? number : nil
    }

    private static func space(
        _ key: CIContextOption, _ value: Any, models: [CGColorSpaceModel], _ expected: String
    ) throws(CIError) -> CGColorSpace? {
        if value is NSNull { return nil }
        guard let space = value as? CGColorSpace, models.contains(space.model) else {
            throw malformed(key, expected, value)
        }
        return space
    }

    private static func format(_ key: CIContextOption, _ value: Any) throws(CIError) -> CIFormat {
        let format =
            value as? CIFormat ?? Number.double(from: value).flatMap(Int32.init(exactly:)).map(CIFormat.init(rawValue:))
        guard let format, [.RGBA8, .RGBA16, .RGBAh, .RGBAf].contains(format) else {
            throw malformed(key, "CIFormat.RGBA8, .RGBA16, .RGBAh or .RGBAf", value)
        }
        return format
    }

    private static func boolean(_ key: CIContextOption, _ value: Any) throws(CIError) -> Bool {
        guard let number = Number.double(from: value) else { throw malformed(key, "a Boolean", value) }
        return number != 0
    }

    private static func malformed(_ key: CIContextOption, _ expected: String, _ value: Any) -> CIError {
        .malformedOption(key: key.rawValue, expected: expected, given: described(value))
    }
}
