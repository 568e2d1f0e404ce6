import CoreImageEssentials
import Foundation
import MediaTime
import VideoExchange
import VideoFiles

/// What an export session has been told to do, when it begins.
struct ExportJob: Sendable {
    let source: AssetSource
    let preset: ExportPreset
    let url: URL
    let type: AVFileType
    let composition: CompositionPlan?
    let range: CMTimeRange
    let metadata: [String: String]?
    let isOptimized: Bool

    /// Checks what is asked for.
    ///
    /// - Throws: `AVError`.
    func check() throws(AVError) {
        try OutputFile.check(url, type)
        guard preset.fileTypes.contains(type) else {
            throw AVError(
                .operationNotSupportedForAsset,
                "\(url.path): the preset \(preset.name) can't be stored in a file of the type \(type.rawValue). Use "
                    + "\(preset.fileTypes.map(\.rawValue).joined(separator: ", ")).")
        }
        guard range.isValid, range.duration > .zero else {
            throw AVError(
                .operationNotSupportedForAsset,
                "The time range \(range) of the export is empty. Set a range with a positive duration.")
        }
        if let failure = composition?.failure { throw failure }
        if composition != nil, preset.codec == nil {
            throw AVError(
                .invalidVideoComposition,
                "The preset \(preset.name) copies tracks without decoding them, so that no video composition can be "
                    + "applied. Choose another preset.")
        }
    }

    /// Returns the work of an export that decodes and encodes.
    func filtering(report: @escaping @Sendable (Double) -> Void) throws -> FilteredVideo {
        let reader = try source.open()
        var request = FilteringRequest()
        if let track = AVURLAsset(source).firstVideoTrack { request.stream = track.stream.index }
        request.container = type.container ?? .mp4
        request.arrangement = isOptimized ? .indexAtStart : .indexAtEnd
        (request.start, request.end) = (range.readingStart, range.readingEnd)
        request.metadata = metadata
        request.encoding.codec = preset.codec ?? .h264
        (request.encoding.profile, request.encoding.quality) = (preset.profile, preset.quality)
        if let composition {
            request.frameDuration = try composition.grid()
            request.encoding.colours = try composition.colours()
        }
        let composed = composition?.renderSize ?? AVURLAsset(source).firstVideoTrack?.upright.size ?? .zero
        let size = preset.size(for: composed)
        request.size = size
        let filter = composition?.filter ?? .none
        return try FilteredVideo(
            FileVideoSource(reader, name: source.name), request, context: CIContext(), report: report
        ) { image, time in
            var filtered = try await filter.apply(to: image, at: time, renderSize: composed)
            filtered.image = filtered.image.scaled(from: composed, to: size)
            return filtered
        }
    }

    /// Returns the work of an export that copies packets.
    func copying(report: @escaping @Sendable (Double) -> Void) throws -> CopiedVideo {
        var request = FilteringRequest()
        request.container = type.container ?? .mp4
        request.arrangement = isOptimized ? .indexAtStart : .indexAtEnd
        (request.start, request.end) = (range.readingStart, range.readingEnd)
        request.metadata = metadata
        return CopiedVideo(try source.open(), request, name: source.name, report: report)
    }
}
