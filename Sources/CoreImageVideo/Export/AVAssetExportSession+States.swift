import Foundation

extension AVAssetExportSession {
    /// The states of an export until its end.
    public struct States: AsyncSequence, Sendable {
        let session: AVAssetExportSession
        let interval: TimeInterval

        /// Makes the iterator.
        public func makeAsyncIterator() -> Iterator { Iterator(session: session, interval: interval) }

        /// Waits for the next state.
        public struct Iterator: AsyncIteratorProtocol {
            let session: AVAssetExportSession
            let interval: TimeInterval
            private var last: Status?
            /// The time between looks at the session.
            private static let step = Duration.milliseconds(10)

            init(session: AVAssetExportSession, interval: TimeInterval) {
                (self.session, self.interval) = (session, interval)
            }

            /// Returns the next state: at once at first, and then after the interval or when the export begins. Nil
            /// when the export has ended or the task is cancelled.
            public mutating func next() async -> State? {
                var waited = 0.0
                while let last, last == session.status, waited < interval {
                    guard (try? await Task.sleep(for: Self.step)) != nil else { return nil }
                    waited += 0.01
                }
                last = session.status
                switch session.status {
                case .unknown: return .pending
                case .waiting: return .waiting
                case .exporting:
                    let progress = Progress(totalUnitCount: 1000)
                    progress.completedUnitCount = Int64((Double(session.progress) * 1000).rounded())
                    return .exporting(progress: progress)
                case .completed, .failed, .cancelled: return nil
                }
            }
        }
    }

    /// Returns the states of the export until its end, the first one at once.
    ///
    /// - Parameter updateInterval: The seconds after which a state is repeated with its progress.
    public func states(updateInterval: TimeInterval = .infinity) -> States {
        States(session: self, interval: updateInterval)
    }

    /// The names of all presets.
    public class func allExportPresets() -> [String] { ExportPreset.all.map(\.name) }

    /// Returns the presets that can be used for an asset. It waits until the file has been opened.
    public class func exportPresets(compatibleWith asset: AVAsset) -> [String] {
        ExportPreset.all.filter { $0.suits(asset) }.map(\.name)
    }

    /// Returns whether a preset can be used for an asset.
    ///
    /// - Parameters:
    ///   - presetName: The name of a preset.
    ///   - asset: The asset.
    ///   - outputFileType: The type of the file; nil for any.
    public class func compatibility(
        ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?
    ) async -> Bool {
        guard let preset = ExportPreset.named(presetName) else { return false }
        if let outputFileType, !preset.fileTypes.contains(outputFileType) { return false }
        let suits = try? await BlockingCalls.shared.run { preset.suits(asset) }
        return suits ?? false
    }

    /// Passes whether a preset can be used for an asset to a handler, on another thread; see
    /// `compatibility(ofExportPreset:with:outputFileType:)`.
    public class func determineCompatibility(
        ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?,
        completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        Task {
            handler(await compatibility(ofExportPreset: presetName, with: asset, outputFileType: outputFileType))
        }
    }

    /// The types of files that can hold the result: none if the preset can't be used for the asset.
    public var compatibleFileTypes: [AVFileType] {
        get async {
            let suits = await Self.compatibility(ofExportPreset: presetName, with: asset, outputFileType: nil)
            return suits ? supportedFileTypes : []
        }
    }

    /// Passes the types of files that can hold the result to a handler, on another thread; see `compatibleFileTypes`.
    public func determineCompatibleFileTypes(completionHandler handler: @escaping @Sendable ([AVFileType]) -> Void) {
        Task { handler(await compatibleFileTypes) }
    }
}

extension ExportPreset {
    /// Whether the tracks of an asset can be exported.
    func suits(_ asset: AVAsset) -> Bool {
        codec == nil ? !asset.tracks.isEmpty : asset.firstVideoTrack?.isDecodable ?? false
    }
}
