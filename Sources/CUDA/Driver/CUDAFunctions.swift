import Foundation

/// The functions of the CUDA driver that `LoadedCUDADriver` calls, with the signatures of the driver API.
///
/// A result is a `CUresult`, contexts and other objects are opaque pointers, a device is an `Int32`, and an address in
/// a device's memory is a `UInt64`. All functions are thread-safe.
struct CUDAFunctions: Sendable {
    typealias Object = OpaquePointer
    typealias Result = Int32

    let initialize: @Sendable @convention(c) (UInt32) -> Result
    let driverGetVersion: @Sendable @convention(c) (UnsafeMutablePointer<Int32>?) -> Result
    let getErrorName: @Sendable @convention(c) (Result, UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Result
    let getErrorString: @Sendable @convention(c) (Result, UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Result

    // Devices and contexts
    let deviceGetCount: @Sendable @convention(c) (UnsafeMutablePointer<Int32>?) -> Result
    let deviceGet: @Sendable @convention(c) (UnsafeMutablePointer<Int32>?, Int32) -> Result
    let deviceGetName: @Sendable @convention(c) (UnsafeMutablePointer<CChar>?, Int32, Int32) -> Result
    let deviceGetAttribute: @Sendable @convention(c) (UnsafeMutablePointer<Int32>?, Int32, Int32) -> Result
    let deviceTotalMem: @Sendable @convention(c) (UnsafeMutablePointer<Int>?, Int32) -> Result
    let primaryContextRetain: @Sendable @convention(c) (UnsafeMutablePointer<Object?>?, Int32) -> Result
    let primaryContextRelease: @Sendable @convention(c) (Int32) -> Result
    let contextPush: @Sendable @convention(c) (Object?) -> Result
    let contextPop: @Sendable @convention(c) (UnsafeMutablePointer<Object?>?) -> Result
    let contextGetDevice: @Sendable @convention(c) (UnsafeMutablePointer<Int32>?) -> Result

    // Code
    let moduleLoad:
        @Sendable @convention(c) (
            UnsafeMutablePointer<Object?>?, UnsafeRawPointer?, UInt32, UnsafeMutablePointer<Int32>?,
            UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        ) -> Result
    let linkCreate:
        @Sendable @convention(c) (
            UInt32, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
            UnsafeMutablePointer<Object?>?
        ) -> Result
    let linkAddData:
        @Sendable @convention(c) (
            Object?, Int32, UnsafeMutableRawPointer?, Int, UnsafePointer<CChar>?, UInt32, UnsafeMutablePointer<Int32>?,
            UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        ) -> Result
    let linkComplete:
        @Sendable @convention(c) (
            Object?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?, UnsafeMutablePointer<Int>?
        ) -> Result
    let linkDestroy: @Sendable @convention(c) (Object?) -> Result
    let moduleGetFunction:
        @Sendable @convention(c) (UnsafeMutablePointer<Object?>?, Object?, UnsafePointer<CChar>?) -> Result
    let moduleUnload: @Sendable @convention(c) (Object?) -> Result
    let launchKernel:
        @Sendable @convention(c) (
            Object?, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, Object?,
            UnsafeMutablePointer<UnsafeMutableRawPointer?>?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        ) -> Result

    // Memory
    let allocate: @Sendable @convention(c) (UnsafeMutablePointer<UInt64>?, Int) -> Result
    let free: @Sendable @convention(c) (UInt64) -> Result
    let allocateInOrder: @Sendable @convention(c) (UnsafeMutablePointer<UInt64>?, Int, Object?) -> Result
    let freeInOrder: @Sendable @convention(c) (UInt64, Object?) -> Result
    let copyRows: @Sendable @convention(c) (UnsafeRawPointer?, Object?) -> Result
    let fillWords: @Sendable @convention(c) (UInt64, UInt32, Int, Object?) -> Result
    let pointerGetAttribute: @Sendable @convention(c) (UnsafeMutableRawPointer?, Int32, UInt64) -> Result
    let arrayGetDescriptor: @Sendable @convention(c) (UnsafeMutableRawPointer?, Object?) -> Result

    // Streams and events
    let streamCreate: @Sendable @convention(c) (UnsafeMutablePointer<Object?>?, UInt32) -> Result
    let streamDestroy: @Sendable @convention(c) (Object?) -> Result
    let streamSynchronize: @Sendable @convention(c) (Object?) -> Result
    let streamGetContext: @Sendable @convention(c) (Object?, UnsafeMutablePointer<Object?>?) -> Result
    let eventCreate: @Sendable @convention(c) (UnsafeMutablePointer<Object?>?, UInt32) -> Result
    let eventDestroy: @Sendable @convention(c) (Object?) -> Result
    let eventRecord: @Sendable @convention(c) (Object?, Object?) -> Result
    let eventQuery: @Sendable @convention(c) (Object?) -> Result

    /// Looks up every function in an open library. The driver keeps old functions under their old names, so that some
    /// names end with a version.
    init(in library: UnsafeMutableRawPointer, name: String) throws(CUDAError) {
        // The only place that converts an address to a function. The type comes from the stored property to which the
        // result is assigned.
        func find<Function>(_ symbol: String) throws(CUDAError) -> Function {
            guard let address = dlsym(library, symbol) else {
                throw .functionMissing(library: name, function: symbol)
            }
            return unsafeBitCast(address, to: Function.self)
        }
        initialize = try find("cuInit")
        driverGetVersion = try find("cuDriverGetVersion")
        getErrorName = try find("cuGetErrorName")
        getErrorString = try find("cuGetErrorString")
        deviceGetCount = try find("cuDeviceGetCount")
        deviceGet = try find("cuDeviceGet")
        deviceGetName = try find("cuDeviceGetName")
        deviceGetAttribute = try find("cuDeviceGetAttribute")
        deviceTotalMem = try find("cuDeviceTotalMem_v2")
        primaryContextRetain = try find("cuDevicePrimaryCtxRetain")
        primaryContextRelease = try find("cuDevicePrimaryCtxRelease_v2")
        contextPush = try find("cuCtxPushCurrent_v2")
        contextPop = try find("cuCtxPopCurrent_v2")
        contextGetDevice = try find("cuCtxGetDevice")
        moduleLoad = try find("cuModuleLoadDataEx")
        linkCreate = try find("cuLinkCreate_v2")
        linkAddData = try find("cuLinkAddData_v2")
        linkComplete = try find("cuLinkComplete")
        linkDestroy = try find("cuLinkDestroy")
        moduleGetFunction = try find("cuModuleGetFunction")
        moduleUnload = try find("cuModuleUnload")
        launchKernel = try find("cuLaunchKernel")
        allocate = try find("cuMemAlloc_v2")
        free = try find("cuMemFree_v2")
        allocateInOrder = try find("cuMemAllocAsync")
        freeInOrder = try find("cuMemFreeAsync")
        copyRows = try find("cuMemcpy2DAsync_v2")
        fillWords = try find("cuMemsetD32Async")
        pointerGetAttribute = try find("cuPointerGetAttribute")
        arrayGetDescriptor = try find("cuArray3DGetDescriptor_v2")
        streamCreate = try find("cuStreamCreate")
        streamDestroy = try find("cuStreamDestroy_v2")
        streamSynchronize = try find("cuStreamSynchronize")
        streamGetContext = try find("cuStreamGetCtx")
        eventCreate = try find("cuEventCreate")
        eventDestroy = try find("cuEventDestroy_v2")
        eventRecord = try find("cuEventRecord")
        eventQuery = try find("cuEventQuery")
    }
}
