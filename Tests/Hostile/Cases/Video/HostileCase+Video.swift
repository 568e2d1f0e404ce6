import Foundation

extension HostileInvocation {
    /// Filters the frames of a video, and writes them without a loss.
    static func filtering(
        _ input: String, to output: String = "out.mkv", _ options: String..., standardInput: String? = nil,
        environment: [String: String] = [:], expected: HostileExpectation? = nil
    ) -> HostileInvocation {
        let codec = output.hasSuffix(".y4m") ? [] : ["--codec", "ffv1"]
        return HostileInvocation(
            ["video", input, "-o", output] + codec + options + ["--", "ColorInvert"], environment: environment,
            standardInput: standardInput, expected: expected)
    }

    /// Prints what a video says about itself.
    static func describing(
        _ input: String, _ options: String..., standardInput: String? = nil, expected: HostileExpectation? = nil
    ) -> HostileInvocation {
        HostileInvocation(["info", input] + options, standardInput: standardInput, expected: expected)
    }
}

extension HostileCase {
    /// A case of video files, whose results must be complete or not there.
    ///
    /// - Parameters:
    ///   - runs: What is run on the files; by default their one file is described and filtered.
    ///   - results: The files that are left in the folder. Nothing else may be.
    ///   - files: The names and bytes of the files.
    static func video(
        _ name: String, timeLimit: Duration = .seconds(20), memoryLimit: Int = 512 << 20,
        expected: HostileExpectation, runs: [HostileInvocation], results: [String] = [],
        files: @escaping @Sendable () throws -> [String: [UInt8]]
    ) -> HostileCase {
        video(
            name, timeLimit: timeLimit, memoryLimit: memoryLimit, expected: expected, runs: runs, results: results,
            preparing: { folder in
                for (name, bytes) in try files() { try Data(bytes).write(to: folder.appendingPathComponent(name)) }
            })
    }

    /// A case of one video file, which is refused: by its description too, unless that is accepted.
    static func video(
        _ name: String, _ file: String, timeLimit: Duration = .seconds(20), memoryLimit: Int = 512 << 20,
        refusal words: [String], info: HostileExpectation? = nil, bytes: @escaping @Sendable () throws -> [UInt8]
    ) -> HostileCase {
        video(
            name, timeLimit: timeLimit, memoryLimit: memoryLimit, expected: .refusal([file] + words),
            runs: [.describing(file, expected: info), .filtering(file)], files: { [file: try bytes()] })
    }

    /// A case of one video file, which has this number of frames after all.
    static func video(
        _ name: String, _ file: String, timeLimit: Duration = .seconds(20), memoryLimit: Int = 512 << 20,
        frames: Int, bytes: @escaping @Sendable () throws -> [UInt8]
    ) -> HostileCase {
        video(
            name, timeLimit: timeLimit, memoryLimit: memoryLimit, expected: .acceptance([file]),
            runs: [
                .describing(file), .filtering(file, expected: .acceptance(["out.mkv: \(frames) frame"])),
            ], results: ["out.mkv"], files: { [file: try bytes()] })
    }

    /// A case of one video file, whose frames are either written or refused with these words.
    static func video(
        _ name: String, _ file: String, timeLimit: Duration = .seconds(20), memoryLimit: Int = 512 << 20,
        either words: [String], bytes: @escaping @Sendable () throws -> [UInt8]
    ) -> HostileCase {
        video(
            name, timeLimit: timeLimit, memoryLimit: memoryLimit, expected: .acceptanceOrRefusal([file] + words),
            runs: [.describing(file), .filtering(file)], optional: ["out.mkv"],
            preparing: { try Data(try bytes()).write(to: $0.appendingPathComponent(file)) })
    }

    /// A case whose files are prepared by a closure.
    ///
    /// - Parameter optional: Files that may be left in the folder.
    static func video(
        _ name: String, timeLimit: Duration = .seconds(20), memoryLimit: Int = 512 << 20,
        expected: HostileExpectation, runs: [HostileInvocation], results: [String] = [], optional: [String] = [],
        preparing: @escaping @Sendable (URL) throws -> Void,
        inspect: @escaping @Sendable (URL) throws -> String? = { _ in nil }
    ) -> HostileCase {
        HostileCase(
            name, .video, timeLimit: timeLimit, memoryLimit: memoryLimit, expected: expected,
            neededPrograms: ["coreimage-video-worker", "VideoWorkerProbe"],
            prepare: { folder in
                try preparing(folder)
                try list(folder).joined(separator: "\0").write(
                    to: folder.appendingPathComponent(listName), atomically: false, encoding: .utf8)
                return runs
            },
            inspect: { folder in
                let before = try String(contentsOf: folder.appendingPathComponent(listName), encoding: .utf8)
                let expected = Set(before.split(separator: "\0").map(String.init) + results)
                let found = Set(try list(folder))
                guard found.subtracting(optional) == expected.subtracting(optional) else {
                    return "the folder has \(found.sorted()), and not \(expected.sorted())"
                }
                return try inspect(folder)
            })
    }

    private static let listName = ".files-before"

    private static func list(_ folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { ![listName, ".cache"].contains($0) }
            .sorted()
    }
}
