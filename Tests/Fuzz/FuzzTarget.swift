import Foundation

/// A reader of untrusted bytes, as libFuzzer and the tests call it.
struct FuzzTarget: Sendable {
    /// What it is called on the command line, and the name of its folders in `Corpus` and `Regressions`.
    let name: String
    /// The most bytes that are tried: longer inputs find what shorter ones find, but later.
    let longestInput: Int
    /// Changed copies of each seed that the tests try.
    let changesPerSeed: Int
    /// Reads the bytes. That they are refused is no finding; a broken promise is, and is thrown as `FuzzFinding`.
    let read: @Sendable (_ bytes: [UInt8]) throws -> Void

    /// Every target.
    static let all: [FuzzTarget] = [
        propertyLists, descriptions, strings, kernelText, kernelBackends, kernelPrograms, commandValues, chains,
        pictures,
        metadata, colorProfiles, recipes, recipeBytes, unitMessages, recipePackets, units, packages, hostChannels,
        workerChannels, statusPages,
    ]

    /// Calls `read` and makes a finding of what took longer than anybody should wait.
    func check(_ bytes: [UInt8]) throws {
        let start = ContinuousClock.now
        try read(Array(bytes.prefix(longestInput)))
        let duration = ContinuousClock.now - start
        if duration > Self.timeLimit { throw FuzzFinding("\(bytes.count) bytes took \(duration)") }
    }

    /// Far above what any input needs, as tests share their processors with others.
    private static let timeLimit = Duration.seconds(20)
}
