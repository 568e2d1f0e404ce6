import DeviceKernels
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
    var usesHalfOfCores = false
    /// The number of threads; nil for one per core.
    var threadCount: Int?
    var compilesInBackground = false
    var name: String?
    /// The memory limit in bytes; nil for half of the memory that the system allows this process.
    var memoryLimit: Int?
    var deadline = RenderingLimit<Duration>.automatic
    var stepLimit = RenderingLimit<Int>.automatic
    /// The device that renders; nil for the processor.
    var device: DeviceRendering?
    /// The value of `CIContextOption.useSoftwareRenderer`.
    private var usesSoftwareRenderer: Bool?
    private var isDeviceChosen = false

    init() {}

    /// Reads the options. Options that are unknown or malformed keep their defaults and are returned as errors.
    static func reading(_ options: [CIContextOption: Any]) -> (settings: CIContextSettings, refusals: [CIError]) {
        var settings = CIContextSettings()
        var refusals: [CIError] = []
        for (key, value) in options.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            do { try settings.set(key, to: value) } catch { refusals.append(error) }
        }
        settings.chooseDevice()
        return (settings, refusals)
    }

    /// Chooses the device if no option names one.
    private mutating func chooseDevice() {
        if isDeviceChosen || usesSoftwareRenderer == true { return }
        if usesSoftwareRenderer == false {
            // Without a device that is faster, the processor renders.
            device = try? LinkedParts.shared.device(.automatic)
        } else {
            device = DeviceVariable.device
        }
    }

    private mutating func set(_ key: CIContextOption, to value: Any) throws(CIError) {
        let option = OptionValue(key: key.rawValue, value: value)
        switch key {
        case .workingColorSpace:
            workingColorSpace = try Self.space(option, models: [.rgb], "an RGB CGColorSpace or NSNull")
        case .outputColorSpace:
            outputColorSpace = try Self.space(
                option, models: [.rgb, .monochrome], "an RGB or gray CGColorSpace or NSNull")
        case .workingFormat: workingFormat = try Self.format(option)
        case .outputPremultiplied: outputPremultiplied = try option.boolean
        case .cacheIntermediates: cacheIntermediates = try option.boolean
        case .priorityRequestLow: usesHalfOfCores = try option.boolean
        case .threadCount: threadCount = Int(min(try option.number("a number of at least 1") { $0 >= 1 }, 65_536))
        case .compilesInBackground: compilesInBackground = try option.boolean
        case .useSoftwareRenderer: usesSoftwareRenderer = try option.boolean
        case .device:
            if let chosen = value as? CIDevice {
                device = try chosen.rendering()
                isDeviceChosen = true
                return
            }
            guard let text = value as? String, let selection = DeviceSelection(text) else {
                throw option.malformed(DeviceSelection.forms)
            }
            isDeviceChosen = true
            do { device = try LinkedParts.shared.device(selection) } catch {
                throw .unusableDevice(selection: text, reason: "\(error)")
            }
        case .allowLowPower: _ = try option.boolean
        case .name:
            guard let text = value as? String else { throw option.malformed("a String") }
            name = text
        case .memoryTarget:
            let megabytes = try option.number("a number of megabytes above 0") { $0 > 0 }
            memoryLimit = Int(min(megabytes, 1e12) * 1_048_576)
        case .renderingDeadline:
            deadline =
                try Self.limit(option, "a number of seconds above 0, or infinity") { $0 > 0 }.map {
                    .atMost(.seconds(min($0, Self.maximumDeadline)))
                } ?? .unlimited
        case .stepLimit:
            stepLimit =
                try Self.limit(option, "a number of at least 1, or infinity") { $0 >= 1 }.map {
                    .atMost(Int(min($0, 1e18)))
                } ?? .unlimited
        default:
            throw .unknownOption(key: key.rawValue, of: "CIContext", known: Self.keys.map(\.rawValue))
        }
    }

    private static let keys: [CIContextOption] = [
        .workingColorSpace, .outputColorSpace, .workingFormat, .outputPremultiplied, .cacheIntermediates,
        .priorityRequestLow, .threadCount, .compilesInBackground, .useSoftwareRenderer, .device, .allowLowPower,
        .name, .memoryTarget, .renderingDeadline, .stepLimit,
    ]

    /// The upper bound of a deadline in seconds, about thirty years.
    private static let maximumDeadline = 1e9

    /// Returns the number if `isValid` accepts it, or nil for infinity and `NSNull`.
    private static func limit(
        _ option: OptionValue, _ expected: String, _ isValid: (Double) -> Bool
    ) throws(CIError) -> Double? {
        if option.value is NSNull { return nil }
        let number = try option.number(expected, where: isValid)
        return number.isFinite ? number : nil
    }

    private static func space(
        _ option: OptionValue, models: [CGColorSpaceModel], _ expected: String
    ) throws(CIError) -> CGColorSpace? {
        if option.value is NSNull { return nil }
        guard let space = option.value as? CGColorSpace, models.contains(space.model) else {
            throw option.malformed(expected)
        }
        return space
    }

    private static func format(_ option: OptionValue) throws(CIError) -> CIFormat {
        let format =
            option.value as? CIFormat
            ?? Number.double(from: option.value).flatMap(Int32.init(exactly:)).map(CIFormat.init(rawValue:))
        guard let format, CIFormat.colorAndAlpha.contains(format) else {
            throw option.malformed("CIFormat.RGBA8, .RGBA16, .RGBAh or .RGBAf")
        }
        return format
    }
}
