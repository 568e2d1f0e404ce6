import CoreImageEssentials
import Synchronization

extension AVPlayerItem {
    /// Creates an item of an asset.
    public convenience init(asset: AVAsset) {
        self.init(asset: asset) { composition in
            let frames = try VideoFileFrames(asset)
            guard let composition else { return frames }
            return try CompositionFrames(frames, composition.plan)
        }
    }

    /// Creates an item of an asset; see `init(asset:)`.
    ///
    /// - Parameter automaticallyLoadedAssetKeys: Ignored: all properties are loaded when they are needed.
    public convenience init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) { self.init(asset: asset) }

    /// Creates an item of a file.
    public convenience init(url: URL) { self.init(asset: AVURLAsset(url: url)) }

    /// How frames are filtered before outputs get them; nil, as it is at first, for frames as they are stored. Setting
    /// it gives up what was read ahead. A copy is used.
    public var videoComposition: AVVideoComposition? {
        get { state.withLock { $0.composition } }
        set {
            let copy = newValue?.copy() as? AVVideoComposition
            state.withLock { $0.composition = copy }
            reload()
        }
    }
}

extension AVPlayer {
    /// Creates a player of a file, which is opened; see ``AVPlayerItem``.
    public convenience init(url: URL) { self.init(playerItem: AVPlayerItem(url: url)) }
}

extension VideoFileFrames {
    /// Opens the file of an asset: its first enabled track of video.
    package convenience init(_ asset: AVAsset) throws {
        _ = try asset.loadedTracks()
        guard let track = asset.firstVideoTrack else {
            throw AVError(.operationNotSupportedForAsset, "\(asset.source.name) has no track of video to play.")
        }
        let source = asset.source
        try self.init(name: source.name, stream: track.stream.index) { try source.open() }
    }
}

extension FramePlayer.Source {
    /// The frames of an asset, upright: those of its first enabled track of video.
    ///
    /// - Parameters:
    ///   - asset: The asset. It is opened when the player starts.
    ///   - videoComposition: How frames are filtered before the player's chain gets them; nil for not at all. Frames
    ///     that are dropped aren't filtered.
    public static func asset(_ asset: AVAsset, videoComposition: AVVideoComposition? = nil) -> FramePlayer.Source {
        let plan = (videoComposition?.copy() as? AVVideoComposition)?.plan
        return .frames {
            let frames = try VideoFileFrames(asset)
            return try plan.map { try CompositionFrames(frames, $0) } ?? frames
        }
    }

    /// The frames of a file; see `asset(_:videoComposition:)`.
    public static func file(_ url: URL) -> FramePlayer.Source { asset(AVURLAsset(url: url)) }
}
