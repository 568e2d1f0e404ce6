import Synchronization

/// An opened device: its context, the streams that are reused, and what became of it. Everything that is made on the
/// device keeps it open. Thread-safe.
final class OpenCUDADevice: Sendable {
    let driver: any CUDADriver
    /// The device's number.
    let index: Int
    let description: CUDADeviceDescription
    let context: CUDAContext
    private let isContextOwned: Bool
    /// A stream for what must not wait for a work: stopping it.
    let controlStream: CUDAStream
    /// Streams of works that have ended.
    private let idleStreams = Mutex<[CUDAStream]>([])
    /// The error that made the device unusable.
    private let loss = Mutex<CUDAError?>(nil)

    /// Opens a device with the context that all users of the device in this process share.
    ///
    /// - Throws: `CUDAError` if there is no such device, or it is too old.
    convenience init(_ index: Int, driver: any CUDADriver) throws(CUDAError) {
        let count = try driver.deviceCount()
        guard (0..<count).contains(index) else { throw .noDevice(index: index, count: count) }
        let description = try Self.checkedDescription(index, driver)
        let context = try driver.retainPrimaryContext(ofDevice: index)
        do {
            try self.init(driver, index, description, context, isContextOwned: true)
        } catch {
            try? driver.releasePrimaryContext(ofDevice: index)
            throw error
        }
    }

    /// Uses the context of an application, which must keep it until this object is released.
    ///
    /// - Throws: `CUDAError` if the context is invalid, or its device is too old.
    convenience init(adopting context: CUDAContext, driver: any CUDADriver) throws(CUDAError) {
        let index = try Self.withContext(context, driver, rethrowing: { $0 }) { () throws(CUDAError) in
            try driver.currentDevice()
        }
        try self.init(
            driver, index, try Self.checkedDescription(index, driver), context, isContextOwned: false)
    }

    private init(
        _ driver: any CUDADriver, _ index: Int, _ description: CUDADeviceDescription, _ context: CUDAContext,
        isContextOwned: Bool
    ) throws(CUDAError) {
        controlStream = try Self.withContext(context, driver, rethrowing: { $0 }) { () throws(CUDAError) in
            try driver.createStream()
        }
        (self.driver, self.index, self.description) = (driver, index, description)
        (self.context, self.isContextOwned) = (context, isContextOwned)
    }

    deinit {
        // After the loss of the device these calls fail, and there is nothing left to release.
        let streams = idleStreams.withLock { $0 } + [controlStream]
        try? Self.withContext(context, driver, rethrowing: { $0 }) { () throws(CUDAError) in
            for stream in streams { try? driver.destroy(stream) }
        }
        if isContextOwned { try? driver.releasePrimaryContext(ofDevice: index) }
    }

    private static func checkedDescription(
        _ index: Int, _ driver: any CUDADriver
    ) throws(CUDAError) -> CUDADeviceDescription {
        let description = try driver.describeDevice(index)
        if let problem = description.problem { throw problem }
        return description
    }

    // MARK: Use

    /// Throws if the device is unusable.
    func requireWorking() throws(CUDAError) {
        if let loss = loss.withLock({ $0 }) { throw .deviceLost(name: description.name, cause: loss.description) }
    }

    /// Notes the error that makes the device unusable. Only the first one counts.
    func lose(_ error: CUDAError) { loss.withLock { $0 = $0 ?? error } }

    /// Calls `body` with the context current on this thread. After an error that the device doesn't recover from, this
    /// and all later calls throw.
    func withContext<Result>(_ body: () throws -> Result) throws -> Result {
        try requireWorking()
        do {
            return try Self.withContext(context, driver, rethrowing: { $0 as any Error }, body)
        } catch let error as CUDAError {
            if error.isPermanent { lose(error) }
            throw error
        }
    }

    /// Calls `body` with a context current on this thread.
    ///
    /// - Parameter rethrowing: The driver's error as an error of the kind that `body` throws.
    private static func withContext<Result, Failure: Error>(
        _ context: CUDAContext, _ driver: any CUDADriver, rethrowing: (CUDAError) -> Failure,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        do throws(CUDAError) { try driver.push(context) } catch { throw rethrowing(error) }
        let result: Result
        do throws(Failure) {
            result = try body()
        } catch {
            try? driver.pop()
            throw error
        }
        do throws(CUDAError) { try driver.pop() } catch { throw rethrowing(error) }
        return result
    }

    /// Calls `body` with a stream that no other work uses. Needs the context.
    func withStream<Result>(_ body: (CUDAStream) throws -> Result) throws -> Result {
        let stream = try idleStreams.withLock { $0.popLast() } ?? driver.createStream()
        do {
            let result = try body(stream)
            idleStreams.withLock { $0.append(stream) }
            return result
        } catch {
            // Work may be left in the stream. The driver destroys it afterwards.
            try? driver.destroy(stream)
            throw error
        }
    }
}
