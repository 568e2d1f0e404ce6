import CoreImage
import Foundation
import TestSupport
import Testing

@testable import CoreImageVideo

/// What assets say about files, beside what ffprobe says.
@Suite("Assets", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct AssetTests {
    /// A clip with sound, a title, chapters, a language and a rotation.
    private static func make(in folder: String) throws -> URL {
        let (plain, clip, notes) = (folder + "/plain.mp4", folder + "/clip.mp4", folder + "/notes.txt")
        try ";FFMETADATA1\ntitle=A title\nartist=Someone\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=400\ntitle=One\n"
            .appending("[CHAPTER]\nTIMEBASE=1/1000\nSTART=400\nEND=1000\ntitle=Two\n")
            .write(toFile: notes, atomically: true, encoding: .utf8)
        try VideoTool.encode(
            "\(VideoTool.picture("160x96", rate: "30000/1001")) -f lavfi -i sine=duration=1 -i \(notes) -map_metadata 2 "
                + "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -colorspace bt709 -color_primaries bt709 "
                + "-color_trc bt709 -c:a aac -metadata:s:a:0 language=deu", to: plain)
        try VideoTool.encode("-i \(plain) -c copy -metadata:s:v:0 rotate=270", to: clip)
        return URL(fileURLWithPath: clip)
    }

    @Test("properties are those that ffprobe finds")
    func properties() async throws {
        try await withFolder { folder in
            let url = try Self.make(in: folder)
            let asset = AVURLAsset(url: url)
            let (duration, tracks, metadata) = try await asset.load(.duration, .tracks, .metadata)
            let stated = try #require(Double(try VideoTool.probe(url.path, "format", nil, "duration")[0]))
            #expect(abs(duration.seconds - stated) < 0.001)
            #expect(asset.duration == duration)
            // The third one has the titles of chapters.
            #expect(tracks.map(\.mediaType) == [.video, .audio, .metadata])
            #expect(try await asset.loadTracks(withMediaType: .audio).map(\.trackID) == [tracks[1].trackID])
            #expect(asset.tracks(withMediaType: .video) == [tracks[0]])

            let (size, transform, rate) = try await tracks[0].load(
                .naturalSize, .preferredTransform, .nominalFrameRate)
            #expect(size == CGSize(width: 160, height: 96))
            // Clockwise by 90 degrees: the left column becomes the top row, from the bottom upwards.
            #expect(transform == CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 96, ty: 0))
            #expect(abs(Double(rate) - 30_000.0 / 1001) < 0.01)
            #expect(tracks[0].minFrameDuration == CMTime(value: 1001, timescale: 30_000))
            #expect(tracks[0].isEnabled && tracks[0].isDecodable && !tracks[1].isDecodable)
            #expect(try await tracks[1].load(.languageCode) == "deu")
            #expect(tracks[0].languageCode == nil)
            #expect(tracks[0].timeRange.start == .zero)
            let bits = try #require(Float(try VideoTool.probe(url.path, "stream", "v:0", "bit_rate")[0]))
            #expect(tracks[0].estimatedDataRate == bits)

            let description = try #require(try await tracks[0].load(.formatDescriptions).first)
            #expect(description.mediaType == .video && description.mediaSubType.rawValue == 0x6176_6331)
            #expect(
                CMFormatDescriptionGetExtension(
                    description, extensionKey: kCMFormatDescriptionExtension_YCbCrMatrix) as? String
                    == kCVImageBufferYCbCrMatrix_ITU_R_709_2)

            let title = AVMetadataItem.metadataItems(
                from: metadata, filteredByIdentifier: .commonIdentifierTitle)
            #expect(title.map(\.stringValue) == ["A title"])
            #expect(asset.commonMetadata.first { $0.commonKey == .commonKeyArtist }?.stringValue == "Someone")
            let chapters = try await asset.loadChapterMetadataGroups(bestMatchingPreferredLanguages: ["en"])
            #expect(chapters.map { $0.items.first?.stringValue } == ["One", "Two"])
            #expect(chapters[1].timeRange.start.seconds == 0.4)
        }
    }

    @Test("files that can't be read give errors with a code, and empty properties")
    func failures() async throws {
        try await withFolder { folder in
            let missing = AVURLAsset(url: URL(fileURLWithPath: folder + "/missing.mp4"))
            await #expect { try await missing.load(.duration) } throws: { error in
                (error as? AVError)?.code == .failedToLoadMediaData && "\(error)".contains("missing.mp4")
            }
            #expect(missing.tracks.isEmpty && missing.duration.isIndefinite)
            var status: NSError?
            #expect(missing.statusOfValue(forKey: "tracks", error: &status) == .failed)
            #expect(status?.domain == AVFoundationErrorDomain)

            let text = folder + "/text.mp4"
            try String(repeating: "text ", count: 1000).write(toFile: text, atomically: true, encoding: .utf8)
            do {
                _ = try await AVURLAsset(url: URL(fileURLWithPath: text)).load(.tracks)
                Issue.record("A text was read as a video.")
            } catch AVError.fileFormatNotRecognized {
            }
            let remote = AVURLAsset(url: URL(string: "https://example.com/a.mp4")!)
            await #expect(throws: AVError.self) { try await remote.load(.tracks) }
        }
    }

    @Test("identifiers are unique, and notes survive there and back")
    func metadata() {
        let item = AVMutableMetadataItem()
        item.identifier = .commonIdentifierTitle
        item.value = NSString(string: "Text")
        let copy = item.copy() as? AVMetadataItem
        item.value = NSString(string: "Other")
        #expect(copy?.stringValue == "Text" && copy?.commonKey == .commonKeyTitle)
        #expect(AVMetadataItem.metadataItems(from: [item], withKey: "title", keySpace: .common).count == 1)
        #expect(AVMetadataItem.metadataItems(from: [item], withKey: nil, keySpace: .quickTimeMetadata).isEmpty)
        let time = CMTime(value: 7, timescale: 30)
        #expect(NSValue(time: time).timeValue == time)
    }

    @Test("an asset that takes long to open doesn't delay another one", .timeLimit(.minutes(5)))
    func independence() async throws {
        try await withFolder { folder in
            let asset = AVURLAsset(url: try Self.make(in: folder))
            let isOpened = DispatchSemaphore(value: 0)
            let slow = Task { try await BlockingCalls.shared.run { isOpened.wait() } }
            #expect(try await !asset.load(.tracks).isEmpty)
            isOpened.signal()
            try await slow.value
        }
    }
}
