import CoreImageEssentials

extension AVCaptureSession {
    /// Whether frames are being delivered.
    public var isRunning: Bool { state.withLock { $0.run != nil } }

    /// Starts the session, and returns when the input is open. If that fails, ``runtimeErrorNotification`` is posted,
    /// and ``isRunning`` stays false.
    public func startRunning() {
        guard !isRunning else { return }
        do {
            try start()
            NotificationCenter.default.post(name: Self.didStartRunningNotification, object: self)
        } catch {
            fail(error)
        }
    }

    /// Starts the session.
    ///
    /// The throwing variant of ``startRunning()``. It posts no error.
    ///
    /// - Throws: `AVError` if the input can't be opened, or there is none.
    public func start() throws {
        let (input, preset) = state.withLock { ($0.input, $0.preset) }
        guard let input else {
            throw CaptureFailure(
                .noInput, path: "AVCaptureSession", cause: "the session has no input",
                remedy: "Add an AVCaptureDeviceInput."
            ).error
        }
        let producer = try input.makeProducer(preset, clock: .hostTimeClock)
        let run = CaptureRun(
            producer,
            deliver: { [weak self] event in
                guard let self else { return }
                for output in outputs { output.receive(event) }
            },
            ended: { [weak self] run, error in self?.ended(run, error) })
        let isFirst = state.withLock { state in
            guard state.run == nil else { return false }
            state.run = run
            return true
        }
        if isFirst { run.start() }
    }

    /// Ends the session. When the method returns, no more frames are taken from the input, unless the method was called
    /// while an output received one; frames that wait for a delegate can still follow.
    public func stopRunning() {
        let run = state.withLock { state in
            defer { state.run = nil }
            return state.run
        }
        guard let run else { return }
        run.stop()
        for output in outputs { output.end(nil) }
        NotificationCenter.default.post(name: Self.didStopRunningNotification, object: self)
    }

    /// Starts a running session again.
    func restart() {
        let run = state.withLock { state in
            defer { state.run = nil }
            return state.run
        }
        run?.stop()
        do { try start() } catch { fail(error) }
    }

    /// Notes that the input has ended by itself.
    private func ended(_ run: CaptureRun, _ error: (any Error)?) {
        let isCurrent = state.withLock { state in
            guard state.run === run else { return false }
            state.run = nil
            return true
        }
        guard isCurrent else { return }
        if let error { return fail(error) }
        for output in outputs { output.end(nil) }
        NotificationCenter.default.post(name: Self.didStopRunningNotification, object: self)
    }

    private func fail(_ error: any Error) {
        let error = (error as? CaptureFailure)?.error ?? AVError.of(error, .unknown)
        for output in outputs { output.end(error) }
        NotificationCenter.default.post(
            name: Self.runtimeErrorNotification, object: self, userInfo: [AVCaptureSessionErrorKey: error])
    }
}
