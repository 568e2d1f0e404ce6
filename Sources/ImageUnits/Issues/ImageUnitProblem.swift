/// What can be wrong with an image unit. The words for it are in `ImageUnitProblem+Prose.swift`.
public enum ImageUnitProblem: Error, Sendable, Hashable {
    // Files
    /// The bundle is no folder.
    case notAFolder
    /// A file that must exist doesn't; `nearest` is a file beside it with a similar name.
    case missingFile(path: String, nearest: String?)
    /// A file can't be read, or isn't a regular file.
    case unreadableFile(path: String, reason: String)
    /// A file has more bytes than `limit`.
    case fileTooLarge(path: String, limit: Int)
    /// A path leads outside the bundle.
    case escapesBundle(path: String)
    /// A text file is in no encoding that is accepted.
    case undecodableText(path: String)
    /// More files, or more deeply nested folders, than a unit may have.
    case tooManyFiles(limit: Int, depth: Int)
    /// More bytes in all files together than a unit may have.
    case tooLarge(limit: Int)

    /// Reading the unit ended the process that did; `cause` completes "the process that read the unit …".
    case readerEnded(cause: String)

    // Property lists
    /// A property list that can't be parsed; `detail` has the line.
    case malformedPropertyList(detail: String)
    /// Keys of one dictionary that are the same, or look the same; only one of their values can be kept.
    case equalKeys
    /// A key that must be there isn't.
    case missingKey(String)
    /// A value of another type than the key has.
    case wrongType(expected: String, found: String)
    /// A key that means nothing here.
    case unknownKey(String, nearest: String?)
    /// A name that isn't one of the known ones but nearly is.
    case misspeltName(String, nearest: String)
    /// A text that isn't what the key holds.
    case malformedValue(String, expected: String)
    /// A build setting that was never replaced by its value.
    case unexpandedSetting(String)

    // The unit
    /// A filter whose name has more bytes than `limit`.
    case longFilterName(limit: Int)
    /// Another version of the plug-in architecture.
    case unsupportedVersion(String)
    /// No filter at all.
    case noFilters
    /// The unit asks for a newer host.
    case hostTooOld(minimum: String, host: String)
    /// The executable named in Info.plist isn't there; `other` is a system that the bundle does have an executable for.
    case missingExecutable(name: String, other: String?)
    /// The executable is for another system.
    case foreignExecutable(found: String, expected: String)
    /// Executable filters, but Info.plist names no executable.
    case noExecutable
    /// Executable filters without a `CoreImageStamp`.
    case missingStamp
    /// C functions without a version of the C interface in `CoreImageStamp`.
    case missingFunctionStamp
    /// The unit was built against another compiler, interface or architecture.
    case stampMismatch(part: String, unit: String, host: String)

    // A filter and its inputs
    /// An input class that a kernel argument can't come from.
    case unsupportedClass(String, nearest: String?)
    /// Two inputs of the same name.
    case duplicateInput(String)
    /// Inputs whose names don't start with `input`.
    case unprefixedInputs([String])
    /// Inputs given outside `CIInputs`, where they have no order.
    case unorderedInputs([String])
    /// A lower limit above its upper limit.
    case reversedRange(low: Double, high: Double)
    /// A default or identity outside the limits.
    case outsideRange(value: Double, low: Double?, high: Double?)
    /// An attribute type that doesn't go with the class.
    case mismatchedType(type: String, inputClass: String)

    // A filter and its function
    /// Both a kernel and a C function.
    case kernelAndFunction
    /// A region function of a filter that no C function computes.
    case regionWithoutFunction
    /// A vector for which C has no struct, or whose length isn't known.
    case unsuitedVector(input: String, count: Int?)

    // A filter and its kernel
    /// The kernel file has no kernel.
    case noKernel(path: String)
    /// A file with several kernels, none of which has the filter's name.
    case severalKernels(used: String, others: [String], filter: String)
    /// Numbers of inputs and of kernel parameters differ.
    case parameterCount(kernel: String, parameters: [String], inputs: [String])
    /// An input's class doesn't fit the kernel parameter in the same place.
    case parameterType(
        kernel: String, parameter: String, type: String, input: String, inputClass: String, fitting: String)
    /// The kernel samples elsewhere than at the current pixel.
    case freeSampling(kernel: String, place: String)
    /// The kernel returns a position.
    case warpKernel(kernel: String, place: String)
}
