import Anonymising
import CoreImage
import FaceTracking
import Foundation
import PictureBatches
import Synchronization

/// Finds the faces in the frames of a video, several frames at a time, and follows them. Thread-safe.
final class FaceSurvey: Sendable {
    /// Searches aren't Sendable, but each is used by one thread at a time.
    private struct Search: @unchecked Sendable {
        let search: FaceSearch
    }

    private struct State: Sendable {
        var free: [Search]
        var running = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
        var found: [Double: [CGRect]] = [:]
        var failure: (any Error)?
    }

    private let state: Mutex<State>

    /// Creates a survey.
    ///
    /// - Parameter jobs: The number of frames that are searched at a time, at least 1.
    /// - Throws: `CIDetectionError` if faces can't be detected.
    init(_ thoroughness: FaceSearch.Thoroughness, jobs: Int, context: CIContext) throws {
        let searches = try (0..<jobs).map { _ in Search(search: try FaceSearch(thoroughness, context: context)) }
        state = Mutex(State(free: searches))
    }

    /// Begins to search a frame, as soon as another one is done.
    ///
    /// - Throws: The error of an earlier search.
    func look(at frame: CIImage, seconds: Double) async throws {
        while true {
            let (search, failure) = state.withLock { state in
                guard state.failure == nil, let search = state.free.popLast() else {
                    return (Search?.none, state.failure)
                }
                state.running += 1
                return (search, nil)
            }
            if let failure { throw failure }
            if let search {
                Task.detached(priority: .userInitiated) { self.run(search, frame, seconds) }
                return
            }
            await wait { !$0.free.isEmpty || $0.failure != nil }
        }
    }

    /// Waits for the last searches.
    ///
    /// - Returns: The faces of each frame, by time.
    func finish() async throws -> [(seconds: Double, faces: [CGRect])] {
        while state.withLock({ $0.running > 0 }) { await wait { $0.running == 0 } }
        let (found, failure) = state.withLock { ($0.found, $0.failure) }
        if let failure { throw failure }
        return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private func run(_ search: Search, _ frame: CIImage, _ seconds: Double) {
        let result = Result { try search.search.faces(in: frame).map(\.bounds) }
        let waiting = state.withLock { state in
            switch result {
            case .success(let faces): state.found[seconds] = faces
            case .failure(let error): state.failure = state.failure ?? error
            }
            state.free.append(search)
            state.running -= 1
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    private func wait(until isReady: @Sendable (State) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if isReady(state) { return true }
                state.waiting.append(continuation)
                return false
            }
            if isDone { continuation.resume() }
        }
    }
}
