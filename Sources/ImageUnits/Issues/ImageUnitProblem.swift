/// The problems that an image unit can have. Their messages are in `ImageUnitProblem+Prose.swift`.
package enum ImageUnitProblem: Error, Sendable, Hashable {
    // Files
    /// The bundle is not a folder.
    case notAFolder
    /// A required file is missing; `nearest` is a file beside it with a similar name.
    case missingFile(path: String, nearest: String?)
    /// A file can't be read, or isn't a regular file.
    case unreadableFile(path: String, reason: String)
    /// A file has more bytes than `limit`.
    case fileTooLarge(path: String, limit: Int)
    /// A path leads outside the bundle.
    case escapesBundle(path: String)
    /// The encoding of a text file is not accepted.
    case undecodableText(path: String)
    /// The bundle has more files, or more deeply nested folders, than allowed.
    case tooManyFiles(limit: Int, depth: Int)
    /// The files of the bundle have more bytes together than allowed.
    case tooLarge(limit: Int)

    /// The process that read the unit ended; `cause` completes "the process that read the unit …".
    case readerEnded(cause: String)

    // Property lists
    /// A property list can't be parsed; `detail` contains the line.
    case malformedPropertyList(detail: String)
    /// Keys of one dictionary are the same, or look the same. Only one of their values could be kept.
    case equalKeys
    /// A required key is missing.
    case missingKey(String)
    /// The value of a key has the wrong type.
    case wrongType(expected: String, found: String)
    /// The key has no meaning here.
    case unknownKey(String, nearest: String?)
    /// A name is unknown, but similar to a known one.
    case misspeltName(String, nearest: String)
    /// The text is not a valid value of the key.
    case malformedValue(String, expected: String)
    /// A build setting was not replaced by its value.
    case unexpandedSetting(String)

    // The unit
    /// The name of a filter has more bytes than `limit`.
    case longFilterName(limit: Int)
    /// The unit uses another version of the plug-in architecture.
    case unsupportedVersion(String)
    /// The unit has no filter.
    case noFilters
    /// The unit requires a later version of the host.
    case hostTooOld(minimum: String, host: String)
    /// The executable named in Info.plist is missing; `other` is a system that the bundle has an executable for.
    case missingExecutable(name: String, other: String?)
    /// The executable was built for another system.
    case foreignExecutable(found: String, expected: String)
    /// The unit has executable filters, but Info.plist names no executable.
    case noExecutable
    /// The unit has executable filters, but no `CoreImageStamp`.
    case missingStamp
    /// The unit has C functions, but `CoreImageStamp` has no version of the C interface.
    case missingFunctionStamp
    /// The unit was built against another compiler, interface or architecture.
    case stampMismatch(part: String, unit: String, host: String)

    // A filter and its inputs
    /// Kernels and C functions can't take an input of this class.
    case unsupportedClass(String, nearest: String?)
    /// Two inputs have the same name.
    case duplicateInput(String)
    /// The names of these inputs don't start with `input`.
    case unprefixedInputs([String])
    /// These inputs are outside `CIInputs`, where they have no order.
    case unorderedInputs([String])
    /// The lower limit is above the upper limit.
    case reversedRange(low: Double, high: Double)
    /// A default or identity value is outside the limits.
    case outsideRange(value: Double, low: Double?, high: Double?)
    /// The attribute type doesn't suit the class.
    case mismatchedType(type: String, inputClass: String)

    // A filter and its function
    /// The filter has both a kernel and a C function.
    case kernelAndFunction
    /// The filter has a region function, but no C function to compute it.
    case regionWithoutFunction
    /// The length of a vector isn't known, or C has no struct for it.
    case unsuitedVector(input: String, count: Int?)

    // A filter and its kernel
    /// The kernel file has no kernel.
    case noKernel(path: String)
    /// The file has several kernels, and none has the filter's name.
    case severalKernels(used: String, others: [String], filter: String)
    /// The numbers of inputs and of kernel parameters differ.
    case parameterCount(kernel: String, parameters: [String], inputs: [String])
    /// The class of an input doesn't suit the kernel parameter at the same position.
    case parameterType(
        kernel: String, parameter: String, type: String, input: String, inputClass: String, fitting: String)
    /// The kernel samples elsewhere than at the current pixel.
    case freeSampling(kernel: String, place: String)
    /// The kernel returns a position.
    case warpKernel(kernel: String, place: String)
}
