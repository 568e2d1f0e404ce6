import CV4L2
import CoreImageEssentials

/// What a camera says about itself.
struct VideoDevice: Sendable {
    /// A way in which a camera delivers frames.
    struct Mode: Hashable, Sendable {
        let format: CaptureFormat
        let width: Int
        let height: Int
        /// The durations of a frame, in seconds: some, or a range from the shortest to the longest.
        let durations: Durations
    }

    /// The durations of a frame.
    enum Durations: Hashable, Sendable {
        case some([CMTime])
        case range(CMTime, CMTime)
        /// The camera doesn't say.
        case unknown
    }

    let path: String
    let name: String
    let driver: String
    let location: String
    let modes: [Mode]

    /// Sizes that are offered of a camera that scales frames to any size.
    private static let commonSizes = [
        (160, 120), (320, 240), (640, 360), (640, 480), (800, 600), (1024, 768), (1280, 720), (1920, 1080),
        (2560, 1440), (3840, 2160),
    ]
    /// The number of answers after which a driver isn't asked any more.
    private static let answerLimit: UInt32 = 256

    /// Asks a camera.
    ///
    /// - Throws: The reason why it can't be used.
    init(path: String, system: any VideoDeviceSystem) throws(CaptureFailure) {
        let file = try Self.open(path, system)
        var capability = v4l2_capability()
        do throws(SystemErrorNumber) { try file.control(cv4l2_query_capabilities, &capability) } catch {
            throw CaptureFailure(.notACamera, path: path, cause: "it isn't a Video4Linux device", system: error)
        }
        let hasOwn = capability.capabilities & cv4l2_has_device_capabilities != 0
        let capabilities = hasOwn ? capability.device_caps : capability.capabilities
        guard capabilities & cv4l2_can_capture != 0, capabilities & cv4l2_can_stream != 0 else {
            throw CaptureFailure(.notACamera, path: path, cause: "it doesn't deliver frames in memory")
        }
        self.path = path
        name = Self.text(capability.card)
        driver = Self.text(capability.driver)
        location = Self.text(capability.bus_info)
        modes = Self.formats(file).flatMap { Self.modes(of: $0, file) }
    }

    /// Opens a camera.
    static func open(_ path: String, _ system: any VideoDeviceSystem) throws(CaptureFailure) -> any VideoDeviceFile {
        do throws(SystemErrorNumber) { return try system.open(path) } catch {
            throw CaptureFailure(opening: path, error)
        }
    }

    private static func formats(_ file: any VideoDeviceFile) -> [CaptureFormat] {
        (0..<answerLimit).lazy.map { index -> UInt32? in
            var description = v4l2_fmtdesc()
            (description.index, description.type) = (index, V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue)
            return (try? file.control(cv4l2_enumerate_formats, &description)).map { description.pixelformat }
        }
        .prefix { $0 != nil }.compactMap { $0.flatMap(CaptureFormat.init(code:)) }
    }

    private static func modes(of format: CaptureFormat, _ file: any VideoDeviceFile) -> [Mode] {
        var sizes: [(Int, Int)] = []
        for index in 0..<answerLimit {
            var answer = v4l2_frmsizeenum()
            (answer.index, answer.pixel_format) = (index, format.code)
            guard (try? file.control(cv4l2_enumerate_sizes, &answer)) != nil else { break }
            if answer.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue {
                sizes.append((Int(answer.discrete.width), Int(answer.discrete.height)))
                continue
            }
            let range = answer.stepwise
            let (least, most) = (
                (Int(range.min_width), Int(range.min_height)), (Int(range.max_width), Int(range.max_height))
            )
            sizes += commonSizes.filter { size in
                size.0 >= least.0 && size.0 <= most.0 && (size.0 - least.0) % max(1, Int(range.step_width)) == 0
                    && size.1 >= least.1 && size.1 <= most.1 && (size.1 - least.1) % max(1, Int(range.step_height)) == 0
            }
            if !sizes.contains(where: { $0 == most }) { sizes.append(most) }
            break
        }
        return sizes.filter { $0.0 > 0 && $0.1 > 0 }.map { size in
            Mode(
                format: format, width: size.0, height: size.1,
                durations: durations(of: format, width: size.0, height: size.1, file))
        }
    }

    private static func durations(
        of format: CaptureFormat, width: Int, height: Int, _ file: any VideoDeviceFile
    ) -> Durations {
        var durations: [CMTime] = []
        for index in 0..<answerLimit {
            var answer = v4l2_frmivalenum()
            (answer.index, answer.pixel_format) = (index, format.code)
            (answer.width, answer.height) = (UInt32(width), UInt32(height))
            guard (try? file.control(cv4l2_enumerate_intervals, &answer)) != nil else { break }
            guard answer.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue else {
                guard let least = CMTime(answer.stepwise.min), let most = CMTime(answer.stepwise.max) else { break }
                return .range(least, most)
            }
            if let duration = CMTime(answer.discrete) { durations.append(duration) }
        }
        return durations.isEmpty ? .unknown : .some(durations.sorted())
    }

    /// Reads text of a driver, which ends with 0 or the field.
    private static func text<Field>(_ field: Field) -> String {
        withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

extension CMTime {
    /// Creates a positive time from a driver's fraction of a second; nil for others.
    init?(_ fraction: v4l2_fract) {
        guard fraction.numerator > 0, let timescale = Int32(exactly: fraction.denominator), timescale > 0 else {
            return nil
        }
        self.init(value: Int64(fraction.numerator), timescale: timescale)
    }
}
