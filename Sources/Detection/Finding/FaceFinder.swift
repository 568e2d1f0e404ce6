import CDetection
import CoreImageEssentials
import FaceTracking
import Foundation
import Synchronization
import SystemResources

/// Finds faces, and optionally tracks them from call to call.
final class FaceFinder: FeatureFinder {
    private let library: DetectionLibrary
    /// Locked during a call, because the engine's cascades support one call at a time.
    private let state: Mutex<State>

    /// The engine's cascades, and the faces of the last call. The pointer belongs to the engine, and is used only with
    /// the lock held.
    private struct State: @unchecked Sendable {
        let cascades: OpaquePointer
        var tracker = FaceTracker()
        /// The number of calls that track faces.
        var calls = 0
    }

    init(library: DetectionLibrary) throws {
        self.library = library
        let folder = try CascadeFolder.path()
        guard let cascades = LibraryCalls.shared.run({ library.makeFaces(folder) }) ?? nil else {
            throw CIDetectionError.engineFailed(
                type: DetectorKind.face.name, reason: "not enough memory to create the engine")
        }
        state = Mutex(State(cascades: cascades))
    }

    deinit { _ = state.withLock { state in LibraryCalls.shared.run { library.freeFaces(state.cascades) } } }

    /// The default minimum size of faces, as a fraction of the picture's shorter side.
    private static let leastFraction = 0.15
    /// The angle in degrees between the searched rotations. The cascades detect faces that are rotated by up to half of
    /// it.
    private static let angleStep = 30.0

    /// The time between calls for the tracker, which forgets a face after a second without it. A detector isn't told
    /// the times of pictures, so it forgets a face after five calls without it.
    private static let secondsPerCall = 0.19

    func size(for options: DetectorOptions) -> DetectionSize {
        // The smallest faces must keep the number of pixels that the cascades need. Eyes in larger faces need some
        // more.
        let fraction = options.minFeatureSize ?? Self.leastFraction
        return options.isThorough
            ? DetectionSize(pixelLimit: 2_000_000, shorterSide: max(480, 30 / fraction))
            : DetectionSize(pixelLimit: 800_000, shorterSide: max(300, 24 / fraction))
    }

    func features(in picture: DetectionPicture, options: DetectorOptions) throws -> [CIFeature] {
        let angles = (0..<options.angleCount).map { Double($0 - options.angleCount / 2) * Self.angleStep }
        let smallest = (options.minFeatureSize ?? Self.leastFraction) * picture.shorterSide * picture.scale
        return try state.withLock { state in
            let found = try angles.withUnsafeBufferPointer { angles in
                let settings = detection_face_settings(
                    smallest_side: smallest, angles: angles.baseAddress, angle_count: Int32(angles.count),
                    thorough: options.isThorough ? 1 : 0, looks_for_blinks: options.looksForBlinks ? 1 : 0,
                    looks_for_smiles: options.looksForSmiles ? 1 : 0)
                return try EngineCall.finding(detection_face.self, with: .face) { list, message in
                    picture.withPixels { pixels in
                        library.findFaces(
                            state.cascades, pixels, settings,
                            { list, face in if let face { EngineCall.report(face.pointee, to: list) } }, list, message)
                    }
                }
            }
            let faces = found.map { FoundFace($0, in: picture) }
            guard options.tracks else { return faces.map { CIFaceFeature($0, tracking: nil) } }
            state.calls += 1
            let tracks = state.tracker.follow(faces.map(\.bounds), at: Double(state.calls) * Self.secondsPerCall)
            return zip(faces, tracks).map { CIFaceFeature($0, tracking: $1) }
        }
    }
}
