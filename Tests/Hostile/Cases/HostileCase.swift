import Foundation

/// One attack on the host: files that somebody hands us, what is done with them, and how that must end.
public struct HostileCase: Sendable {
    /// What attacks.
    public enum Kind: String, Sendable, CaseIterable {
        /// A property list of a unit.
        case propertyList = "property list"
        /// A unit's folder.
        case bundle
        /// A package of a unit.
        case package
        /// A recipe, or a file of strokes.
        case recipe
        /// Kernel text.
        case kernel
        /// A picture file.
        case picture
        /// A unit's machine code.
        case executableUnit = "executable unit"
    }

    /// What is wrong with the files, in a few words.
    public let name: String
    /// What attacks.
    public let kind: Kind
    /// The most time of the processors that one process may use; without using any it may wait ten times as long.
    public let timeLimit: Duration
    /// The most memory, in bytes, that one process may use.
    public let memoryLimit: Int
    /// How each process must end.
    public let expected: HostileExpectation
    /// Writes the files into an empty folder, and says what is to be run on them.
    public let prepare: @Sendable (_ folder: URL) throws -> [HostileInvocation]
    /// Looks at what the processes left in the folder; nil when all is well, else what is wrong.
    public let inspect: @Sendable (_ folder: URL) throws -> String?

    /// A case from its parts. The limits are far above what is needed, as tests share their machine with others.
    public init(
        _ name: String, _ kind: Kind, timeLimit: Duration = .seconds(10), memoryLimit: Int = 512 << 20,
        expected: HostileExpectation, prepare: @escaping @Sendable (_ folder: URL) throws -> [HostileInvocation],
        inspect: @escaping @Sendable (_ folder: URL) throws -> String? = { _ in nil }
    ) {
        (self.name, self.kind, self.timeLimit, self.memoryLimit) = (name, kind, timeLimit, memoryLimit)
        (self.expected, self.prepare, self.inspect) = (expected, prepare, inspect)
    }

    /// Every case made of files alone.
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
    /// Its arguments.
    public var arguments: [String]
    /// Variables added to the environment.
    public var environment: [String: String]

    /// A run of `coreimage`, unless another program is named.
    public init(_ arguments: [String], program: String = "coreimage", environment: [String: String] = [:]) {
        (self.program, self.arguments, self.environment) = (program, arguments, environment)
    }
}
