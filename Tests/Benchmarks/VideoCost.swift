import CoreImage
import CoreImageVideo
import Foundation

/// Measures reading and showing a video file: what decoding costs through this library, and whether a player keeps up
/// with the clock.
struct VideoCost {
    let asset: AVURLAsset

    init(file: String) { asset = AVURLAsset(url: URL(fileURLWithPath: file)) }

    /// Reads every frame as a pixel buffer with the codes of the decoder, and returns their number. The caller measures
    /// the processor time of this process and of the one that decodes.
    func decode() async throws -> Int {
        let tracks = try await asset.loadTracks(withMediaType: .video)
        guard let track = tracks.first else { throw CocoaError(.fileReadCorruptFile) }
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
        output.alwaysCopiesSampleData = false
        reader.add(output)
        reader.startReading()
        var count = 0
        while output.copyNextSampleBuffer() != nil { count += 1 }
        if let error = reader.error { throw error }
        return count
    }

    /// Plays the file once by the clock through the chain ``FrameCost/Chain/live``, in buffers of BGRA, and returns
    /// what was shown and dropped.
    func play() async throws -> FramePlayer.Statistics {
        let context = CIContext(options: [.cacheIntermediates: false])
        let player = FramePlayer(
            source: .asset(asset), context: context, chain: { image, _ in FrameCost.Chain.live.image(image) },
            sink: { _ in })
        player.play()
        if case .failed(let error) = await player.waitUntilFinished() { throw error }
        return player.statistics
    }
}
