import ArgumentParser
import ImageFiles

/// Options of commands that process one or more pictures.
struct PictureRunOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Look into folders inside folders too.")
    var recursive = false

    @OptionGroup var format: FormatOption

    @Flag(help: "Replace files that are there already, where the output is a folder or a pattern; an input never is.")
    var overwrite = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "How many pictures at a time; when left out, as many as there are cores and memory for.", valueName: "n"))
    var jobs: Int?

    @Option(
        help: ArgumentHelp(
            "Threads that compute each picture, beside those that decode and encode it; when left out, as many as there are cores. Results are the same.",
            valueName: "n"))
    var threads: Int?

    func validate() throws {
        if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs \(jobs): write 1 to 256") }
        if let threads, !(1...1024).contains(threads) {
            throw ValidationError("--threads \(threads): write 1 to 1024")
        }
    }

    /// Returns the destination of the results. See `ResultDestination`.
    func destination(_ output: String, for inputs: [String]) throws -> ResultDestination {
        try ResultDestination(output, inputs: inputs, format: try format.imageFormat())
    }

    /// Returns the pictures and the files for their results. Writes nothing.
    ///
    /// - Throws: `PictureListError`.
    func list(_ inputs: [String], _ names: ResultNames) throws -> PictureList {
        let list = try PictureList(
            inputs: inputs, names: names, isRecursive: recursive, format: try format.imageFormat())
        if !overwrite { try list.checkNothingIsReplaced() }
        return list
    }

    /// Returns the number of pictures processed at a time.
    ///
    /// - Throws: `ValidationError` if `memory` is too small for them.
    func jobCount(memory: MemorySize?, memoryPerJob: Int) throws -> Int {
        let count = jobs ?? JobCount.suiting(memory: memory, memoryPerJob: memoryPerJob)
        if let memory, memory.bytes / count < MemorySize.least {
            throw ValidationError(memory.refusal(pictures: count))
        }
        return count
    }
}
