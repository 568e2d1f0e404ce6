import Foundation

/// One attack on the host: the files, the commands to run on them, and the expected result.
public struct HostileCase: Sendable {
    /// The kind of file that attacks.
    public enum Kind: String, Sendable, CaseIterable {
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
        /// A unit's executable code.
        case executableUnit = "executable unit"
    }

    /// A short description of what is wrong with the files.
    public let name: String
    /// The kind of file that attacks.
    public let kind: Kind
    /// The maximum processor time of one process. A process that waits may take ten times as long.
    public let timeLimit: Duration
    /// The maximum memory of one process, in bytes.
    public let memoryLimit: Int
    /// The expected result of each process.
    public let expected: HostileExpectation
    /// Writes the files into an empty folder, and returns the commands to run on them.
    public let prepare: @Sendable (_ folder: URL) throws -> [HostileInvocation]
    /// Checks what the processes left in the folder. Returns nil if it is right, otherwise a description of the error.
    public let inspect: @Sendable (_ folder: URL) throws -> String?

    /// Creates a case. The default limits are far above what is needed, because tests share the machine with other
    /// processes.
    public init(
        _ name: String, _ kind: Kind, timeLimit: Duration = .seconds(10), memoryLimit: Int = 512 << 20,
        expected: HostileExpectation, prepare: @escaping @Sendable (_ folder: URL) throws -> [HostileInvocation],
        inspect: @escaping @Sendable (_ folder: URL) throws -> String? = { _ in nil }
    ) {
        (self.name, self.kind, self.timeLimit, self.memoryLimit) = (name, kind, timeLimit, memoryLimit)
        (self.expected, self.prepare, self.inspect) = (expected, prepare, inspect)
    }

    /// All cases that consist of files alone.
    public static var files: [HostileCase] {
        propertyLists + propertyListTricks + bundles + defaults + packages + recipes + costlyRecipes + kernels
            + costlyKernels + damagedPictures + pictureBombs + pictureLimits + rawPictures + vectorPictures
            + misnamedPictures
    }
}

/// One run of a program on hostile files.
public struct HostileInvocation: Sendable {
    /// The program's name among the built products.
    public var program: String
    /// The arguments.
    public var arguments: [String]
    /// Variables that are added to the environment.
    public var environment: [String: String]

    /// Creates a run of `coreimage`, or of another program.
    public init(_ arguments: [String], program: String = "coreimage", environment: [String: String] = [:]) {
        (self.program, self.arguments, self.environment) = (program, arguments, environment)
    }
}
