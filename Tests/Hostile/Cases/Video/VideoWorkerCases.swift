extension HostileCase {
    /// Programs for video files that crash or send invalid messages: what a file achieves that takes over the decoder.
    /// `VideoWorkerProbe` behaves as the extension of the file's name says.
    static let videoWorkers: [HostileCase] =
        [
            worker("crashes before it describes the file", "crash", ["crashed (SIGABRT)"]),
            worker("ends itself", "exit", ["ended itself (exit code 3)"]),
            worker("sends garbage", "garbage", ["invalid message"]),
            worker("announces a message of 2 GB", "huge", ["invalid message"]),
            worker("sends deeply nested JSON", "deep", ["invalid message"]),
            worker("announces frames of 2⁴⁰ columns", "wide", ["invalid message"]),
            worker("puts frames into memory that it wasn't given", "badslot", ["invalid message"]),
            worker("crashes after ten frames", "ending", ["crashed (SIGABRT)"]),
        ] + [
            video(
                "a worker that crashes after ten frames, and what is finished is kept",
                expected: .refusal(["evil.ending", "crashed (SIGABRT)"]),
                runs: [
                    .filtering("evil.ending", to: "out.y4m", "--keep-partial", environment: probe),
                    .filtering("out.y4m", to: "again.y4m", expected: .acceptance(["again.y4m: 10 frames"])),
                ], results: ["out.y4m", "again.y4m"], files: { ["evil.ending": [1, 2, 3]] })
        ]

    private static let probe = ["COREIMAGE_VIDEO_WORKER": "PRODUCTS/VideoWorkerProbe"]

    private static func worker(
        _ name: String, _ behaviour: String, _ words: [String]
    ) -> HostileCase {
        video(
            "a worker that \(name)", expected: .refusal(["evil.\(behaviour)", "program for video files"] + words),
            runs: [.filtering("evil.\(behaviour)", to: "out.y4m", environment: probe)],
            files: { ["evil.\(behaviour)": [1, 2, 3]] })
    }
}
