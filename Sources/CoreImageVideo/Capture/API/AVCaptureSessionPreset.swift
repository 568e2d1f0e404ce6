import CoreImageEssentials

extension AVCaptureSession {
    /// What a session sets cameras to.
    public struct Preset: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String

        /// Creates a preset from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The largest format with at least 24 frames a second.
        public static let high = Preset(rawValue: "AVCaptureSessionPresetHigh")
        /// The format next to 640 × 480 pixels.
        public static let medium = Preset(rawValue: "AVCaptureSessionPresetMedium")
        /// The format next to 320 × 240 pixels.
        public static let low = Preset(rawValue: "AVCaptureSessionPresetLow")
        /// The largest format, whatever its rate is.
        public static let photo = Preset(rawValue: "AVCaptureSessionPresetPhoto")
        /// 320 × 240 pixels.
        public static let qvga320x240 = Preset(rawValue: "AVCaptureSessionPreset320x240")
        /// 640 × 480 pixels.
        public static let vga640x480 = Preset(rawValue: "AVCaptureSessionPreset640x480")
        /// 1280 × 720 pixels.
        public static let hd1280x720 = Preset(rawValue: "AVCaptureSessionPreset1280x720")
        /// 1920 × 1080 pixels.
        public static let hd1920x1080 = Preset(rawValue: "AVCaptureSessionPreset1920x1080")
        /// 3840 × 2160 pixels.
        public static let hd4K3840x2160 = Preset(rawValue: "AVCaptureSessionPreset3840x2160")
        /// The active formats of the cameras stay as they are.
        public static let inputPriority = Preset(rawValue: "AVCaptureSessionPresetInputPriority")
    }
}

extension AVCaptureSession.Preset {
    private static let sizes: [Self: (width: Int, height: Int)] = [
        .qvga320x240: (320, 240), .vga640x480: (640, 480), .hd1280x720: (1280, 720), .hd1920x1080: (1920, 1080),
        .hd4K3840x2160: (3840, 2160),
    ]
    private static let smoothRate = 24.0

    /// Returns the format of a camera for the preset; nil if it has none.
    func format(of device: AVCaptureDevice) -> AVCaptureDevice.Format? {
        let formats = device.formats
        if let size = Self.sizes[self] {
            return Self.best(formats.filter { $0.mode.width == size.width && $0.mode.height == size.height })
        }
        switch self {
        case .inputPriority: return device.activeFormat
        case .photo: return Self.largest(formats)
        case .medium: return Self.nearest(640 * 480, formats)
        case .low: return Self.nearest(320 * 240, formats)
        case .high:
            // Rates such as 23.976 count as 24.
            let smooth = formats.filter { $0.highestRate.rounded() >= Self.smoothRate }
            return Self.largest(smooth.isEmpty ? formats : smooth)
        default: return nil
        }
    }

    private static func area(_ format: AVCaptureDevice.Format) -> Int { format.mode.width * format.mode.height }

    private static func largest(_ formats: [AVCaptureDevice.Format]) -> AVCaptureDevice.Format? {
        let area = formats.map(area).max()
        return best(formats.filter { Self.area($0) == area })
    }

    private static func nearest(_ wanted: Int, _ formats: [AVCaptureDevice.Format]) -> AVCaptureDevice.Format? {
        let distance = formats.map { abs(area($0) - wanted) }.min()
        return best(formats.filter { abs(area($0) - wanted) == distance })
    }

    /// Returns the format with the highest rate. Of several, it is the first one that isn't compressed.
    private static func best(_ formats: [AVCaptureDevice.Format]) -> AVCaptureDevice.Format? {
        let rate = formats.map(\.highestRate).max()
        let fastest = formats.filter { $0.highestRate == rate }
        return fastest.first { !$0.mode.format.isCompressed } ?? fastest.first
    }
}
