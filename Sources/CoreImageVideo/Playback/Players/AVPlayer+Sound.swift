extension AVPlayer {
    /// The volume, from 0 to 1: kept without an effect, because there is no sound.
    public var volume: Float {
        get { state.withLock { $0.volume } }
        set { state.withLock { $0.volume = newValue } }
    }

    /// Whether the player is silent: kept without an effect, because there is no sound.
    public var isMuted: Bool {
        get { state.withLock { $0.isMuted } }
        set { state.withLock { $0.isMuted = newValue } }
    }
}
