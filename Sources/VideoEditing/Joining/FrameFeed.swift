import CoreImage
import CoreImageVideo
import Foundation
import Synchronization

/// The frames of a video, one after the other, for a filter of another video. Thread-safe; for one consumer.
///
/// The video is read at the speed of the consumer: one frame waits until it is taken.
final class FrameFeed: Sendable {
    private struct State: Sendable {
        var frame: CIImage?
        var end: Result<Void, any Error>?
        var producer: CheckedContinuation<Void, Never>?
        var consumer: CheckedContinuation<Void, Never>?
    }

    private let video: Mutex<FilteredVideo?>
    private let state = Mutex(State())

    /// Begins to read.
    ///
    /// - Parameter request: What is read. Nothing is written.
    init(_ source: any VideoSource, _ request: FilteringRequest, _ context: CIContext) throws {
        video = Mutex(nil)
        let feed = WeakFeed()
        let video = try FilteredVideo(source, request, context: context) { frame, _ in
            await feed.object?.put(frame)
            return FilteredImage(frame)
        }
        feed.set(self)
        self.video.withLock { $0 = video }
        Task { [weak self] in
            let result: Result<Void, any Error>
            do {
                _ = try await video.run { _, _ in DiscardingSink() }
                result = .success(())
            } catch {
                result = .failure(error)
            }
            self?.end(result)
        }
    }

    deinit { cancel() }

    /// Returns the next frame, or nil at the end.
    func next() async throws -> CIImage? {
        while true {
            let (frame, end, producer) = state.withLock { state in
                defer { if state.frame != nil { (state.frame, state.producer) = (nil, nil) } }
                return (state.frame, state.end, state.producer)
            }
            if let frame {
                producer?.resume()
                return frame
            }
            if let end {
                try end.get()
                return nil
            }
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if state.frame != nil || state.end != nil { return true }
                    state.consumer = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        }
    }

    /// Ends the reading.
    func cancel() {
        video.withLock { $0 }?.cancel()
        end(.failure(CancellationError()))
    }

    private func put(_ frame: CIImage) async {
        await withCheckedContinuation { continuation in
            let (isEnded, consumer) = state.withLock { state in
                if state.end != nil { return (true, state.consumer) }
                (state.frame, state.producer) = (frame, continuation)
                defer { state.consumer = nil }
                return (false, state.consumer)
            }
            consumer?.resume()
            if isEnded { continuation.resume() }
        }
    }

    private func end(_ result: Result<Void, any Error>) {
        let waiting = state.withLock { state in
            if state.end == nil { state.end = result }
            defer { (state.producer, state.consumer) = (nil, nil) }
            return [state.producer, state.consumer].compactMap(\.self)
        }
        for continuation in waiting { continuation.resume() }
    }

    /// A reference that doesn't keep the feed, which keeps the video.
    private final class WeakFeed: Sendable {
        private struct Reference: Sendable { weak var object: FrameFeed? }
        private let reference = Mutex(Reference())
        var object: FrameFeed? { reference.withLock { $0.object } }
        func set(_ feed: FrameFeed) { reference.withLock { $0.object = feed } }
    }
}
