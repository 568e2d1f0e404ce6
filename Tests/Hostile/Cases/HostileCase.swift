import Foundation

/// One attack on the host: the files, the commands to run on them, and the expected result.
package struct HostileCase: Sendable {
    /// The kind of file that attacks.
    package enum Kind: String, Sendable, CaseIterable {
        /// A property list of a unit.
        case propertyList = "property list"
        /// A unit's folder.
        case bundle
        /// A package of a unit.
        case package
        /// A recipe, or a file of strokes.
        case recipe
        /// Kernel source text.
        case kernel
        /// A picture file.
        case picture
        /// A video file.
        case video
        /// A unit's executable code.
        case executableUnit = "executable unit"
    }

    /// A short description of what is wrong with the files.
    package let name: String
    /// The kind of file that attacks.
    package let kind: Kind
    /// The maximum processor time of one process. A process that waits may take ten times as long.
    package let timeLimit: Duration
    /// The maximum memory of one process, in bytes.
    package let memoryLimit: Int
    /// The expected result of each process, unless an invocation states another one.
    package let expected: HostileExpectation
    /// The programs without which the case is skipped, among the built products.
    package let neededPrograms: [String]
    /// Writes the files into an empty folder, and returns the commands to run on them.
    package let prepare: @Sendable (_ folder: URL) throws -> [HostileInvocation]
    /// Checks what the processes left in the folder. Returns nil if it is right, otherwise a description of the error.
    package let inspect: @Sendable (_ folder: URL) throws -> String?

    /// Creates a case. The default limits are far above what is needed, because tests share the machine with other
    /// processes.
    package init(
        _ name: String, _ kind: Kind, timeLimit: Duration = .seconds(10), memoryLimit: Int = 512 << 20,
        expected: HostileExpectation, neededPrograms: [String] = [],
        prepare: @escaping @Sendable (_ folder: URL) throws -> [HostileInvocation],
        inspect: @escaping @Sendable (_ folder: URL) throws -> String? = { _ in nil }
    ) {
        (self.name, self.kind, self.timeLimit, self.memoryLimit) = (name, kind, timeLimit, memoryLimit)
        (self.expected, self.neededPrograms) = (expected, neededPrograms)
        (self.prepare, self.inspect) = (prepare, inspect)
    }

    /// All cases that consist of files alone.
    package static var files: [HostileCase] {
        quickFiles.flatMap(\.self) + longRecipes + damagedPictures + videos.flatMap(\.self)
    }

    /// The cases of the ordinary tests: every eighth of each kind, as each file takes a process. Recipes of thousands
    /// of steps, which take seconds to read, are not among them.
    package static var ordinaryFiles: [HostileCase] {
        (quickFiles + [someDamagedPictures] + videos).flatMap { cases in
            stride(from: 0, to: cases.count, by: 8).map { cases[$0] }
        }
    }

    private static var quickFiles: [[HostileCase]] {
        [
            propertyLists, propertyListTricks, bundles, defaults, packages, recipes, costlyRecipes, kernels,
            costlyKernels, pictureBombs, pictureLimits, rawPictures, vectorPictures, misnamedPictures,
        ]
    }

    private static var videos: [[HostileCase]] {
        [
            truncatedVideos, damagedVideos, videoSizes, videoTimes, videoTables, videoStructures, videoStreams,
            videoReferences, videoTexts, videoPipes, videoPlaces, videoWorkers,
        ]
    }
}

/// One run of a program on hostile files.
package struct HostileInvocation: Sendable {
    /// The program's name among the built products.
    package var program: String
    /// The arguments.
    package var arguments: [String]
    /// Variables that are added to the environment. `PRODUCTS` in a value stands for the folder of built products.
    package var environment: [String: String]
    /// The file that is standard input, a path in the case's folder; nil for none.
    package var standardInput: String?
    /// The expected result, if it isn't that of the case.
    package var expected: HostileExpectation?

    /// Creates a run of `coreimage`, or of another program.
    package init(
        _ arguments: [String], program: String = "coreimage", environment: [String: String] = [:],
        standardInput: String? = nil, expected: HostileExpectation? = nil
    ) {
        (self.program, self.arguments, self.environment) = (program, arguments, environment)
        (self.standardInput, self.expected) = (standardInput, expected)
    }
}
