import DeviceKernels
import JIT

/// A CUDA device that this process uses, with its kernels and its unused memory.
///
/// Thread-safe: all threads can share one instance, and their works overlap.
package final class CUDADevice: Sendable {
    /// Limits of works.
    package struct Limits: Sendable {
        /// Maximum time of a work on the device. A device that doesn't answer is treated as lost after it.
        package var time: Duration
        /// Maximum number of pixels of a launch, which can't be stopped unless it has loops.
        package var pixelsOfLaunch: Int

        /// Creates limits.
        package init(time: Duration = .seconds(60), pixelsOfLaunch: Int = 1 << 25) {
            (self.time, self.pixelsOfLaunch) = (time, pixelsOfLaunch)
        }
    }

    let opened: OpenCUDADevice
    let pool: CUDAMemoryPool
    let limits: Limits
    let kernels = KernelCache<CUDADeviceKernel>(capacity: 256)
    let code: PTXStore
    let cubins: CubinStore

    /// Opens a device with the context that all users of the device in this process share.
    ///
    /// - Parameters:
    ///   - code: Provides the code of kernels.
    ///   - cubins: Provides the code that is compiled for the device.
    /// - Throws: `CUDAError` if there is no such device, or it is too old.
    package convenience init(
        _ index: Int, driver: any CUDADriver, code: PTXStore = .standard(), cubins: CubinStore = .standard(),
        limits: Limits = Limits()
    ) throws(CUDAError) {
        self.init(try OpenCUDADevice(index, driver: driver), code, cubins, limits)
    }

    /// Uses the context of an application, which must keep it until this object and all images and kernels on the
    /// device are released.
    ///
    /// - Throws: `CUDAError` if the context is invalid, or its device is too old.
    package convenience init(
        adopting context: CUDAContext, driver: any CUDADriver, code: PTXStore = .standard(),
        cubins: CubinStore = .standard(), limits: Limits = Limits()
    ) throws(CUDAError) {
        self.init(try OpenCUDADevice(adopting: context, driver: driver), code, cubins, limits)
    }

    /// Uses the context of an application, given as the number of a `CUcontext`, as above.
    ///
    /// - Throws: `CUDAError` if the number is 0, the context is invalid, or its device is too old.
    package convenience init(
        adopting context: UInt, driver: any CUDADriver, code: PTXStore = .standard(),
        cubins: CubinStore = .standard(), limits: Limits = Limits()
    ) throws(CUDAError) {
        guard context != 0 else { throw .noContext }
        try self.init(
            adopting: CUDAContext(bits: context), driver: driver, code: code, cubins: cubins, limits: limits)
    }

    private init(_ opened: OpenCUDADevice, _ code: PTXStore, _ cubins: CubinStore, _ limits: Limits) {
        (self.opened, self.code, self.cubins, self.limits) = (opened, code, cubins, limits)
        pool = CUDAMemoryPool(opened)
    }

    /// The device's number.
    package var index: Int { opened.index }

    /// What the driver says about the device.
    package var description: CUDADeviceDescription { opened.description }
}
