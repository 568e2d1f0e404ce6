import Pixels

extension PixelFormat {
    /// The formats whose pixels kernels on devices read and write.
    package static let forDevices = all.filter(\.isForDevices)
    /// The formats whose pixels kernels on devices read, those that they write included.
    package static let readByDevices = all.filter(\.isReadByDevices)

    /// Whether kernels on devices read and write pixels of this format.
    package var isForDevices: Bool { DevicePixelCoding(self)?.packing != nil }

    /// Whether kernels on devices read pixels of this format.
    package var isReadByDevices: Bool { DevicePixelCoding(self) != nil }
}
