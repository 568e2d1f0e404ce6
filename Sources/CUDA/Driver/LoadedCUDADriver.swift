import Foundation

/// The CUDA driver of the system, opened at run time.
///
/// There are no headers and no build-time dependency. Without the driver, nothing else changes. The library is never
/// closed. Thread-safe.
package final class LoadedCUDADriver: CUDADriver {
    /// The name of the driver's library. Containers get the library from NVIDIA's runtime.
    package static let standardName = "libcuda.so.1"
    /// The oldest version that has all functions: CUDA 11.2.
    package static let minimumVersion = 11_020

    let functions: CUDAFunctions

    /// Opens and initialises the driver.
    ///
    /// - Throws: `CUDAError` if there is no driver, it is too old, or there is no device.
    package init(name: String = standardName) throws(CUDAError) {
        guard let library = dlopen(name, RTLD_LAZY | RTLD_LOCAL) else {
            throw .libraryMissing(name: name, reason: dlerror().map { String(cString: $0) } ?? "no reason given")
        }
        functions = try CUDAFunctions(in: library, name: name)
        let version = try version()
        guard version >= Self.minimumVersion else {
            throw .driverTooOld(version: version, needed: Self.minimumVersion)
        }
        try check("cuInit", functions.initialize(0))
    }

    func check(_ call: String, _ result: Int32) throws(CUDAError) {
        guard result != 0 else { return }
        let result = CUDAResult(rawValue: result)
        throw .failed(call: call, result: result, message: message(result))
    }

    /// Returns the driver's name and description of a result.
    func message(_ result: CUDAResult) -> String {
        [functions.getErrorName, functions.getErrorString].compactMap { function in
            var text: UnsafePointer<CChar>?
            return function(result.rawValue, &text) == 0 ? text.map { String(cString: $0) } : nil
        }.joined(separator: ", ")
    }

    /// Calls a function that creates an object.
    private func create<Kind>(
        _ call: String, _ function: (UnsafeMutablePointer<OpaquePointer?>) -> Int32
    ) throws(CUDAError) -> CUDAHandle<Kind> {
        var object: OpaquePointer?
        try check(call, function(&object))
        return CUDAHandle(bits: UInt(bitPattern: object))
    }

    func object<Kind>(_ handle: CUDAHandle<Kind>?) -> OpaquePointer? {
        handle.flatMap { OpaquePointer(bitPattern: $0.bits) }
    }

    // MARK: Devices

    package func version() throws(CUDAError) -> Int {
        var version: Int32 = 0
        try check("cuDriverGetVersion", functions.driverGetVersion(&version))
        return Int(version)
    }

    package func deviceCount() throws(CUDAError) -> Int {
        var count: Int32 = 0
        try check("cuDeviceGetCount", functions.deviceGetCount(&count))
        return Int(count)
    }

    private func device(_ index: Int) throws(CUDAError) -> Int32 {
        var device: Int32 = 0
        try check("cuDeviceGet", functions.deviceGet(&device, Int32(clamping: index)))
        return device
    }

    package func describeDevice(_ index: Int) throws(CUDAError) -> CUDADeviceDescription {
        let device = try device(index)
        var name = [CChar](repeating: 0, count: 256)
        try check("cuDeviceGetName", functions.deviceGetName(&name, Int32(name.count), device))
        var byteCount = 0
        try check("cuDeviceTotalMem", functions.deviceTotalMem(&byteCount, device))
        func attribute(_ number: Int32) throws(CUDAError) -> Int {
            var value: Int32 = 0
            try check("cuDeviceGetAttribute", functions.deviceGetAttribute(&value, number, device))
            return Int(value)
        }
        let text = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let (majorCapability, minorCapability, memoryPools): (Int32, Int32, Int32) = (75, 76, 115)
        return CUDADeviceDescription(
            name: String(decoding: text, as: UTF8.self), byteCount: byteCount,
            capability: (try attribute(majorCapability), try attribute(minorCapability)),
            hasMemoryPools: try attribute(memoryPools) != 0)
    }

    // MARK: Contexts

    package func retainPrimaryContext(ofDevice index: Int) throws(CUDAError) -> CUDAContext {
        let device = try device(index)
        return try create("cuDevicePrimaryCtxRetain") { functions.primaryContextRetain($0, device) }
    }

    package func releasePrimaryContext(ofDevice index: Int) throws(CUDAError) {
        try check("cuDevicePrimaryCtxRelease", functions.primaryContextRelease(try device(index)))
    }

    package func push(_ context: CUDAContext) throws(CUDAError) {
        try check("cuCtxPushCurrent", functions.contextPush(object(context)))
    }

    package func pop() throws(CUDAError) {
        var context: OpaquePointer?
        try check("cuCtxPopCurrent", functions.contextPop(&context))
    }

    package func currentDevice() throws(CUDAError) -> Int {
        var current: Int32 = 0
        try check("cuCtxGetDevice", functions.contextGetDevice(&current))
        for index in 0..<(try deviceCount()) where try device(index) == current { return index }
        return Int(current)
    }

    // MARK: Code

    package func unload(_ module: CUDAModule) throws(CUDAError) {
        try check("cuModuleUnload", functions.moduleUnload(object(module)))
    }

    package func function(_ name: String, of module: CUDAModule) throws(CUDAError) -> CUDAFunction {
        try create("cuModuleGetFunction") { functions.moduleGetFunction($0, object(module), name) }
    }

    // MARK: Memory

    package func allocate(_ byteCount: Int, on stream: CUDAStream?) throws(CUDAError) -> UInt64 {
        var address: UInt64 = 0
        if stream == nil {
            try check("cuMemAlloc", functions.allocate(&address, byteCount))
        } else {
            try check("cuMemAllocAsync", functions.allocateInOrder(&address, byteCount, object(stream)))
        }
        return address
    }

    package func free(_ address: UInt64, on stream: CUDAStream?) throws(CUDAError) {
        if stream == nil {
            try check("cuMemFree", functions.free(address))
        } else {
            try check("cuMemFreeAsync", functions.freeInOrder(address, object(stream)))
        }
    }

    package func fill(_ address: UInt64, with word: UInt32, count: Int, on stream: CUDAStream) throws(CUDAError) {
        try check("cuMemsetD32Async", functions.fillWords(address, word, count, object(stream)))
    }

    // MARK: Streams and kernels

    package func createStream() throws(CUDAError) -> CUDAStream {
        let isIndependent: UInt32 = 1
        return try create("cuStreamCreate") { functions.streamCreate($0, isIndependent) }
    }

    package func destroy(_ stream: CUDAStream) throws(CUDAError) {
        try check("cuStreamDestroy", functions.streamDestroy(object(stream)))
    }

    package func synchronize(_ stream: CUDAStream) throws(CUDAError) {
        try check("cuStreamSynchronize", functions.streamSynchronize(object(stream)))
    }

    package func createEvent() throws(CUDAError) -> CUDAEvent {
        let hasNoTime: UInt32 = 2
        return try create("cuEventCreate") { functions.eventCreate($0, hasNoTime) }
    }

    package func destroy(_ event: CUDAEvent) throws(CUDAError) {
        try check("cuEventDestroy", functions.eventDestroy(object(event)))
    }

    package func record(_ event: CUDAEvent, on stream: CUDAStream?) throws(CUDAError) {
        try check("cuEventRecord", functions.eventRecord(object(event), object(stream)))
    }

    package func isReached(_ event: CUDAEvent) throws(CUDAError) -> Bool {
        let result = functions.eventQuery(object(event))
        if result == CUDAResult.notReady.rawValue { return false }
        try check("cuEventQuery", result)
        return true
    }

    package func launch(_ launch: CUDALaunch, on stream: CUDAStream) throws(CUDAError) {
        var argument = launch.argument
        let result = withUnsafeMutableBytes(of: &argument) { bytes in
            // The driver copies the argument before it returns.
            var arguments = [bytes.baseAddress]
            return functions.launchKernel(
                object(launch.function), launch.grid.x, launch.grid.y, 1, launch.block.x, launch.block.y, 1, 0,
                object(stream), &arguments, nil)
        }
        try check("cuLaunchKernel", result)
    }
}
