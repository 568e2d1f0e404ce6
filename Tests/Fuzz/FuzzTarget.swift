import Foundation

/// A reader of untrusted bytes, for libFuzzer and the tests.
struct FuzzTarget: Sendable {
    /// The name on the command line, and of the target's folders in `Corpus` and `Regressions`.
    let name: String
    /// The maximum length of inputs in bytes. Longer inputs find the same errors more slowly.
    let longestInput: Int
    /// The number of mutated copies of each seed that the long tests try.
    let changesPerSeed: Int
    /// Reads the bytes. Refusing them is right; a violated guarantee is thrown as `FuzzFinding`.
    let read: @Sendable (_ bytes: [UInt8]) throws -> Void

    /// All targets.
    static let all: [FuzzTarget] = [
        propertyLists, descriptions, strings, kernelText, kernelBackends, kernelPrograms, commandValues, chains,
        pictures,
        metadata, colorProfiles, recipes, recipeBytes, unitMessages, recipePackets, units, packages, hostChannels,
        workerChannels, statusPages, videoMessages, videoStreams, videoFiles, workerLines,
        kernelEditing, languageServer, serviceRequests,
    ]

    /// Calls `read`, and throws a finding if it took too long.
    func check(_ bytes: [UInt8]) throws {
        let start = ContinuousClock.now
        try read(Array(bytes.prefix(longestInput)))
        let duration = ContinuousClock.now - start
        if duration > Self.timeLimit { throw FuzzFinding("\(bytes.count) bytes took \(duration)") }
    }

    /// Far above what any input needs, because tests share the processors.
    private static let timeLimit = Duration.seconds(20)
}
