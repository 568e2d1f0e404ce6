import CoreImageEssentials

/// A function that a display link calls for every frame, on its own thread.
///
/// Its parameters are the link, the time of the frame that is shown now, the time of the frame to draw, flags that are
/// 0, a place for flags, and the context. The result is ignored. The time stamps are valid during the call.
public typealias CVDisplayLinkOutputCallback =
    @Sendable (
        _ displayLink: CVDisplayLink, _ inNow: UnsafePointer<CVTimeStamp>, _ inOutputTime: UnsafePointer<CVTimeStamp>,
        _ flagsIn: CVOptionFlags, _ flagsOut: UnsafeMutablePointer<CVOptionFlags>,
        _ displayLinkContext: UnsafeMutableRawPointer?
    ) -> CVReturn

/// A closure that a display link calls for every frame; like `CVDisplayLinkOutputCallback`, without a context.
public typealias CVDisplayLinkOutputHandler =
    @Sendable (
        _ displayLink: CVDisplayLink, _ inNow: UnsafePointer<CVTimeStamp>, _ inOutputTime: UnsafePointer<CVTimeStamp>,
        _ flagsIn: CVOptionFlags, _ flagsOut: UnsafeMutablePointer<CVOptionFlags>
    ) -> CVReturn

/// Creates a display link with 60 frames a second. ``CVDisplayLink/init(refreshPeriod:clock:)`` creates others.
///
/// - Returns: `kCVReturnSuccess`.
@discardableResult
public func CVDisplayLinkCreateWithActiveCGDisplays(
    _ displayLinkOut: UnsafeMutablePointer<CVDisplayLink?>
) -> CVReturn {
    displayLinkOut.pointee = CVDisplayLink(refreshPeriod: CVDisplayLink.standardPeriod)
    return kCVReturnSuccess
}

/// Sets the function that is called for every frame, in place of an earlier function or handler.
///
/// - Parameters:
///   - callback: The function.
///   - userInfo: The context, which is passed to the function. It must be valid until the link has stopped.
/// - Returns: `kCVReturnSuccess`.
@discardableResult
public func CVDisplayLinkSetOutputCallback(
    _ displayLink: CVDisplayLink, _ callback: @escaping CVDisplayLinkOutputCallback,
    _ userInfo: UnsafeMutableRawPointer?
) -> CVReturn {
    // The pointer is only passed on.
    nonisolated(unsafe) let context = userInfo
    return CVDisplayLinkSetOutputHandler(displayLink) { callback($0, $1, $2, $3, $4, context) }
}

/// Sets the closure that is called for every frame, in place of an earlier function or handler.
///
/// - Returns: `kCVReturnSuccess`.
@discardableResult
public func CVDisplayLinkSetOutputHandler(
    _ displayLink: CVDisplayLink, _ handler: @escaping CVDisplayLinkOutputHandler
) -> CVReturn {
    let output = CVDisplayLink.Output { link, now, output in
        var flags: CVOptionFlags = 0
        withUnsafePointer(to: now) { now in
            withUnsafePointer(to: output) { output in _ = handler(link, now, output, 0, &flags) }
        }
    }
    displayLink.setOutput(output)
    return kCVReturnSuccess
}

/// Starts the calls. The first one is made after a frame.
///
/// - Returns: `kCVReturnSuccess`, `kCVReturnDisplayLinkAlreadyRunning`, or `kCVReturnDisplayLinkCallbacksNotSet`.
@discardableResult
public func CVDisplayLinkStart(_ displayLink: CVDisplayLink) -> CVReturn { displayLink.start() }

/// Stops the calls. When the function returns, no call is running, unless it was made by one, which ends normally.
///
/// - Returns: `kCVReturnSuccess`, or `kCVReturnDisplayLinkNotRunning`.
@discardableResult
public func CVDisplayLinkStop(_ displayLink: CVDisplayLink) -> CVReturn { displayLink.stop() }

/// Whether a display link has been started and not been stopped.
public func CVDisplayLinkIsRunning(_ displayLink: CVDisplayLink) -> Bool { displayLink.isRunning }

/// Returns the duration of a frame.
public func CVDisplayLinkGetNominalOutputVideoRefreshPeriod(_ displayLink: CVDisplayLink) -> CVTime {
    CVTime(timeValue: displayLink.period.value, timeScale: displayLink.period.timescale, flags: 0)
}

/// Returns the duration of a frame in seconds, which is the nominal one; 0 if the link doesn't run.
public func CVDisplayLinkGetActualOutputVideoRefreshPeriod(_ displayLink: CVDisplayLink) -> Double {
    displayLink.isRunning ? displayLink.period.seconds : 0
}

/// Stores the time stamp of the frame that is shown now.
///
/// - Returns: `kCVReturnSuccess`, or `kCVReturnDisplayLinkNotRunning`.
@discardableResult
public func CVDisplayLinkGetCurrentTime(
    _ displayLink: CVDisplayLink, _ outTime: UnsafeMutablePointer<CVTimeStamp>
) -> CVReturn {
    guard let time = displayLink.currentTime else { return kCVReturnDisplayLinkNotRunning }
    outTime.pointee = time
    return kCVReturnSuccess
}
