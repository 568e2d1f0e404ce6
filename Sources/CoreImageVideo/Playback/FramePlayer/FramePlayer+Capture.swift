import CoreImageEssentials

extension FramePlayer.Source {
    /// The frames of a camera or another input of a capture session. The player shows the newest one as soon as it
    /// arrives, and counts those that it leaves out as dropped, like those that the camera loses.
    ///
    /// The client starts the session, before or after the player. The player ends with the session.
    ///
    /// - Parameter output: An output of the session. One player at a time can use it, beside its delegate.
    public static func captureOutput(_ output: AVCaptureVideoDataOutput) -> FramePlayer.Source {
        FramePlayer.Source {
            let frames = ArrivingFrames { [weak output] in output?.setObserver(nil) }
            output.setObserver(
                CaptureObserver(arrived: frames.arrive, lost: frames.lose, ended: { frames.finish($0) }))
            return frames
        }
    }
}
