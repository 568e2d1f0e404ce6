/// The calls of the CUDA driver that rendering needs. Tests replace it by a driver that records and checks them.
///
/// Calls that take no context or device number need a current context: between `push` and `pop` of the same thread.
/// Every failure is thrown as a `CUDAError` that names the call. Thread-safe.
package protocol CUDADriver: Sendable {
    // MARK: Devices

    /// Returns the version of CUDA that the driver is for: 1000 · major + 10 · minor.
    func version() throws(CUDAError) -> Int
    /// Returns the number of devices that this process may use.
    func deviceCount() throws(CUDAError) -> Int
    /// Describes the device with a number from 0.
    func describeDevice(_ index: Int) throws(CUDAError) -> CUDADeviceDescription

    // MARK: Contexts

    /// Returns the context of a device that all users in the process share. It exists until each of them has released
    /// it.
    func retainPrimaryContext(ofDevice index: Int) throws(CUDAError) -> CUDAContext
    func releasePrimaryContext(ofDevice index: Int) throws(CUDAError)
    /// Makes a context current on this thread until `pop`. Calls can be nested.
    func push(_ context: CUDAContext) throws(CUDAError)
    func pop() throws(CUDAError)
    /// Returns the number of the current context's device.
    func currentDevice() throws(CUDAError) -> Int

    // MARK: Code

    /// Compiles PTX for the current context's device, and returns the code, a cubin. Throws `CUDAError.codeRejected`
    /// with the log of the driver's compiler.
    func compile(_ ptx: String) throws(CUDAError) -> [UInt8]
    /// Loads a cubin. Throws `CUDAError.codeRejected` if the device can't run it.
    func loadModule(_ cubin: [UInt8]) throws(CUDAError) -> CUDAModule
    func unload(_ module: CUDAModule) throws(CUDAError)
    /// Returns the kernel with this name.
    func function(_ name: String, of module: CUDAModule) throws(CUDAError) -> CUDAFunction

    // MARK: Memory

    /// Allocates memory, aligned to 256 bytes. With a stream, it exists for the work after this in the stream, and is
    /// from the device's pool; that requires `CUDADeviceDescription.hasMemoryPools`.
    func allocate(_ byteCount: Int, on stream: CUDAStream?) throws(CUDAError) -> UInt64
    /// Frees memory, with the stream with which it was allocated. With a stream, it is freed after the stream's work so
    /// far. Without one, the call waits for the device.
    func free(_ address: UInt64, on stream: CUDAStream?) throws(CUDAError)
    /// Copies rows after the stream's work so far. The process's memory must stay as it is until the copy is done,
    /// which it may be when this returns.
    func copy(_ copy: CUDACopy, on stream: CUDAStream) throws(CUDAError)
    /// Copies rows between an array and memory of the device after the stream's work so far.
    func copy(_ copy: CUDAArrayCopy, on stream: CUDAStream) throws(CUDAError)
    /// Stores a 32-bit word `count` times, from a multiple of 4 on, after the stream's work so far.
    func fill(_ address: UInt64, with word: UInt32, count: Int, on stream: CUDAStream) throws(CUDAError)

    /// Describes the memory at an address. Nil if kernels in the current context can't access it.
    func describeMemory(at address: UInt64) throws(CUDAError) -> CUDAMemoryDescription?
    /// Describes an array. Nil if there is no such array.
    func describe(_ array: CUDAArray) throws(CUDAError) -> CUDAArrayDescription?

    // MARK: Streams and kernels

    /// Creates a stream whose work may overlap with that of all others.
    func createStream() throws(CUDAError) -> CUDAStream
    /// Destroys a stream, after its work.
    func destroy(_ stream: CUDAStream) throws(CUDAError)
    /// Waits for a stream's work so far.
    func synchronize(_ stream: CUDAStream) throws(CUDAError)
    /// Returns the context of a stream. Nil if there is no such stream.
    func context(of stream: CUDAStream) throws(CUDAError) -> CUDAContext?
    func createEvent() throws(CUDAError) -> CUDAEvent
    func destroy(_ event: CUDAEvent) throws(CUDAError)
    /// Puts an event after the work so far of a stream of the current context. Nil stands for the legacy default
    /// stream.
    func record(_ event: CUDAEvent, on stream: CUDAStream?) throws(CUDAError)
    /// Whether a recorded event is reached. Throws the error of work before it.
    func isReached(_ event: CUDAEvent) throws(CUDAError) -> Bool
    /// Runs a kernel after the stream's work so far.
    func launch(_ launch: CUDALaunch, on stream: CUDAStream) throws(CUDAError)
}
