import CoreImageEssentials

// The C functions of Core Media, as Swift imports them. The methods of `CMTimebase` do the same.

/// Creates a timebase that shows 0 and stands still.
///
/// - Returns: `noErr`.
@discardableResult
public func CMTimebaseCreateWithSourceClock(
    allocator: CFAllocator?, sourceClock: CMClock, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
    timebaseOut.pointee = CMTimebase(sourceClock: sourceClock)
    return noErr
}

/// Returns the time that a timebase shows.
public func CMTimebaseGetTime(_ timebase: CMTimebase) -> CMTime { timebase.time }

/// Makes the time jump.
///
/// - Returns: `noErr`.
@discardableResult
public func CMTimebaseSetTime(_ timebase: CMTimebase, time: CMTime) -> OSStatus {
    timebase.setTime(time)
    return noErr
}

/// Returns the seconds that pass in a second of the clock.
public func CMTimebaseGetRate(_ timebase: CMTimebase) -> Float64 { timebase.rate }

/// Sets the rate from now on.
///
/// - Returns: `noErr`.
@discardableResult
public func CMTimebaseSetRate(_ timebase: CMTimebase, rate: Float64) -> OSStatus {
    timebase.setRate(rate)
    return noErr
}

/// Sets the rate and the time at a time of the clock.
///
/// - Returns: `noErr`.
@discardableResult
public func CMTimebaseSetRateAndAnchorTime(
    _ timebase: CMTimebase, rate: Float64, anchorTime: CMTime, immediateSourceTime: CMTime
) -> OSStatus {
    timebase.setRate(rate, anchorTime: anchorTime, immediateSourceTime: immediateSourceTime)
    return noErr
}
