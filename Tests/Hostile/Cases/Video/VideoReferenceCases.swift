import Foundation
import Glibc

extension HostileCase {
    /// Files that name other files and servers, which must not be opened.
    static let videoReferences: [HostileCase] = [
        playlist("HLS", "evil.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nSECRET\n#EXT-X-ENDLIST\n"),
        playlist("HLS of a server", "evil.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nSERVER/a.ts\n"),
        playlist(
            "HLS called .mp4", "evil.mp4",
            "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:1,\nconcat:file:///etc/passwd|SECRET\n#EXT-X-ENDLIST\n"),
        playlist("a list of files", "evil.ffconcat", "ffconcat version 1.0\nfile 'SECRET'\nfile '/etc/passwd'\n"),
        playlist("a list of files called .mkv", "evil.mkv", "ffconcat version 1.0\nfile 'SERVER/a.mkv'\n"),
        playlist(
            "SDP", "evil.sdp",
            "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\n"),
        playlist(
            "DASH", "evil.mpd",
            "<?xml version=\"1.0\"?><MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" type=\"static\"><Period><BaseURL>SERVER/</BaseURL></Period></MPD>"
        ),
        playlist("AviSynth", "evil.avs", "AviSource(\"SECRET\")\n"),
        playlist("VapourSynth", "evil.vpy", "import os\nos.system('touch owned')\n"),
        playlist("ASF of references", "evil.asf", "[Reference]\nRef1=SERVER/a.asf\nRef2=file://SECRET\n"),
        referring("MP4: frames in a file of the computer", "SECRET"),
        referring("MP4: frames on a server", "SERVER/frames"),
        video(
            "names that FFmpeg takes for protocols", expected: .refusal(["No such file"]),
            runs: [
                "concat:good.mp4|good.mp4", "file:good.mp4", "subfile,,start,0,end,0,,:good.mp4", "crypto:good.mp4",
                "data:video/mp4;base64,AAAA", "http://127.0.0.1:1/good.mp4", "pipe:0", "fd:0", "%d.mp4", "*.mp4",
            ]
            .map { .filtering($0) }
        ) { ["good.mp4": MP4File(try VideoPictures.frames()).bytes] },
        video(
            "names that ImageMagick and shells take for commands", expected: .acceptance(["12 frames"]),
            runs: [.filtering("$(touch owned);`touch owned`|touch owned %d.mp4", to: "out %d $(touch owned).mkv")],
            results: ["out %d $(touch owned).mkv"]
        ) { ["$(touch owned);`touch owned`|touch owned %d.mp4": MP4File(try VideoPictures.frames()).bytes] },
    ]

    /// A text that names files and a server. `SECRET` stands for the path of a valid video, and `SERVER` for the
    /// address of a server that counts connections.
    private static func playlist(_ name: String, _ file: String, _ text: String) -> HostileCase {
        reference(name, file, .refusal([file])) { secret, server in
            VideoBytes.text(
                text.replacingOccurrences(of: "SECRET", with: secret).replacingOccurrences(of: "SERVER", with: server))
        }
    }

    /// An MP4 file whose frames are in another file.
    private static func referring(_ name: String, _ address: String) -> HostileCase {
        reference(name, "evil.mp4", .refusal(["evil.mp4"])) { secret, server in
            let address = address.replacingOccurrences(of: "SECRET", with: secret)
                .replacingOccurrences(of: "SERVER", with: server)
            return try mp4 { file in
                file.reference = MP4File.box("url ", version: 0, VideoBytes.text(address) + [0])
                file.places = [0x7000_0000]
            }
        }
    }

    private static func reference(
        _ name: String, _ file: String, _ expected: HostileExpectation,
        _ bytes: @escaping @Sendable (_ secret: String, _ server: String) throws -> [UInt8]
    ) -> HostileCase {
        video(
            name, expected: expected, runs: [.filtering(file)],
            preparing: { folder in
                let secret = folder.appendingPathComponent("secret.mkv")
                try Data(MatroskaFile(try VideoPictures.frames()).bytes).write(to: secret)
                let server = try SilentServer.start(for: folder)
                try Data(try bytes(secret.path, "http://127.0.0.1:\(server)")).write(
                    to: folder.appendingPathComponent(file))
            },
            inspect: { folder in
                SilentServer.stop(for: folder) ? "the server that the file names was connected to" : nil
            })
    }
}
