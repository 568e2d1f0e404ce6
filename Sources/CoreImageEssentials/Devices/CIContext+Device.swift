import Foundation

extension CIContext {
    /// Creates a context that renders on a device, such as one that the application has opened.
    ///
    /// The device computes all passes that it can, and the CPU the others. An option that is unknown or has a wrong
    /// value is named in the log and ignored, and so is a device that can't be used.
    ///
    /// - Parameters:
    ///   - device: The device. It takes the place of `CIContextOption.device`.
    ///   - options: Values for other `CIContextOption` keys.
    public convenience init(device: CIDevice, options: [CIContextOption: Any]? = nil) {
        self.init(options: (options ?? [:]).merging([.device: device]) { $1 })
    }
}
