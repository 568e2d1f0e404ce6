import Foundation
import UntrustedInput

extension ImageUnitProblem: LocalizedError {
    /// The problem and its remedy, for `localizedDescription`.
    package var errorDescription: String? { "\(message); \(remedy)" }

    /// A description of the problem: a sentence without a full stop. Names taken from the unit are made safe to print.
    package var message: String {
        switch self {
        case .notAFolder: "the bundle is not a folder that can be read"
        case .missingFile(let path, _): "\(printable(path)) is missing"
        case .unreadableFile(let path, let reason): "\(printable(path)) can't be read: \(reason)"
        case .fileTooLarge(let path, let limit): "\(printable(path)) has more than \(limit) bytes"
        case .escapesBundle(let path): "'\(printable(path))' leads outside the bundle"
        case .undecodableText(let path): "\(printable(path)) is neither UTF-8 nor UTF-16 text"
        case .tooManyFiles(let limit, let depth):
            "the bundle has more than \(limit) entries, or folders nested more than \(depth) deep"
        case .tooLarge(let limit): "the bundle's files have more than \(limit >> 20) MiB together"
        case .readerEnded(let cause): "the process that read the unit \(cause)"
        case .malformedPropertyList(let detail): "this is not a valid property list: \(printable(detail))"
        case .equalKeys:
            "two keys of one dictionary, such as the names of two filters, are the same or look the same"
        case .missingKey(let key): "the key \(printable(key)) is missing"
        case .wrongType(let expected, let found):
            "this is \(Self.withArticle(found)), not \(Self.withArticle(expected))"
        case .unknownKey(let key, _): "the key \(printable(key)) is not known here"
        case .misspeltName(let name, _): "'\(printable(name))' is not a known name"
        case .malformedValue(let text, let expected): "'\(printable(text))' is not \(expected)"
        case .unexpandedSetting(let text): "the build setting in '\(printable(text))' was never replaced by its value"
        case .longFilterName(let limit): "the name of a filter has more than \(limit) bytes"
        case .unsupportedVersion(let version):
            "version \(printable(version)) of the plug-in architecture is not supported"
        case .noFilters: "the unit describes no filter"
        case .hostTooOld(let minimum, let host): "the unit needs version \(printable(minimum)); this is \(host)"
        case .missingExecutable(let name, nil): "the executable Contents/Linux/\(printable(name)) is missing"
        case .missingExecutable(let name, let other?):
            "the executable \(printable(name)) is there for \(other), but not for Linux"
        case .foreignExecutable(let found, let expected):
            "the executable was built for \(printable(found)), not for \(expected)"
        case .noExecutable: "the unit has filters without a kernel file, but Info.plist names no executable"
        case .missingStamp: "the unit doesn't say what its executable was built for"
        case .missingFunctionStamp:
            "CoreImageStamp doesn't say which version of the C interface the unit's functions have"
        case .stampMismatch(let part, let unit, let host):
            "the executable was built for another \(part) (\(printable(unit))) than this host has (\(host))"
        case .unsupportedClass(let name, _):
            "'\(printable(name))' is not a class that an input of a kernel or a C function can have"
        case .duplicateInput(let name): "a second input is called \(printable(name))"
        case .unprefixedInputs(let names) where names.count == 1:
            "the name of the input \(Self.list(names)) doesn't start with 'input'"
        case .unprefixedInputs(let names):
            "the names of \(names.count) inputs don't start with 'input' (\(Self.first(names)))"
        case .unorderedInputs(let names):
            "\(names.map { printable($0) }.joined(separator: ", ")) stand outside CIInputs, where inputs have no order"
        case .reversedRange(let low, let high): "the lower limit \(low) is above the upper limit \(high)"
        case .outsideRange(let value, let low, let high):
            "\(value) is outside the limits \(low.map { "\($0)" } ?? "-∞")…\(high.map { "\($0)" } ?? "∞")"
        case .mismatchedType(let type, let inputClass):
            "\(printable(type)) doesn't go with the class \(printable(inputClass))"
        case .kernelAndFunction: "the filter has both a kernel (CIKernelFile) and a C function (CIProcessorFunction)"
        case .regionWithoutFunction: "CIRegionFunction has no effect without CIProcessorFunction"
        case .unsuitedVector(let input, nil):
            "the vector \(printable(input)) has no default, so that its length isn't known"
        case .unsuitedVector(let input, let count?):
            "the vector \(printable(input)) has \(count) components, for which the C interface has no type"
        case .noKernel(let path): "\(printable(path)) has no kernel"
        case .severalKernels(let used, let others, _):
            "the file has \(others.count + 1) kernels and none with the filter's name; the first, \(printable(used)), is used, and not "
                + Self.first(others)
        case .parameterCount(let kernel, let parameters, let inputs):
            "the kernel \(printable(kernel)) has \(parameters.count) parameters (\(Self.list(parameters))), but the filter has "
                + "\(inputs.count) inputs (\(Self.list(inputs)))"
        case .parameterType(let kernel, let parameter, let type, let input, let inputClass, _):
            "\(printable(input)) is a \(printable(inputClass)), but the parameter \(printable(parameter)) of the kernel "
                + "\(printable(kernel)) in the same place is a \(type)"
        case .freeSampling(let kernel, let place):
            "\(printable(place)): the kernel \(printable(kernel)) samples elsewhere than at the current pixel"
        case .warpKernel(let kernel, let place):
            "\(printable(place)): the kernel \(printable(kernel)) returns a position, so it samples elsewhere than at the current pixel"
        }
    }

    /// The remedy: an imperative sentence without a full stop.
    package var remedy: String {
        switch self {
        case .notAFolder: "install the unit as a folder with the extension .plugin, readable for this user"
        case .missingFile(_, let nearest?): "rename \(printable(nearest)), if that is the file meant"
        case .missingFile: "add it to the bundle"
        case .unreadableFile: "make it a plain file that this user may read"
        case .fileTooLarge(let path, _) where path.hasSuffix(".html"): "make it smaller"
        case .fileTooLarge: "make it smaller; a hand-written file is a thousand times smaller"
        case .escapesBundle: "copy the file into the bundle's Contents/Resources and name it without '..'"
        case .undecodableText: "save it as UTF-8"
        case .tooManyFiles, .tooLarge: "leave out of the bundle what its filters don't need"
        case .readerEnded:
            "remove the unit or have its author repair it; 'coreimage units doctor --release FOLDER' has it read again"
        case .malformedPropertyList: "check it with 'plutil -lint' or 'xmllint' and correct the place named"
        case .equalKeys:
            "rename or remove one; an accent can be written as part of a letter, or as a character of its own"
        case .missingKey(let key): "add \(printable(key))"
        case .wrongType(let expected, _): "write \(Self.withArticle(expected))"
        case .unknownKey(_, let nearest?): "did you mean \(printable(nearest))?"
        case .unknownKey: "remove it"
        case .misspeltName(_, let nearest): "did you mean \(printable(nearest))?"
        case .malformedValue(_, let expected): "write \(expected)"
        case .unexpandedSetting: "write the name out in Info.plist"
        case .longFilterName: "shorten it"
        case .unsupportedVersion: "set CIPlugInVersion to 1"
        case .noFilters: "list the filters under CIPlugInFilterList"
        case .hostTooOld: "install a newer version of Core Image"
        case .missingExecutable(_, nil): "build the unit's executable, or correct CFBundleExecutable in Info.plist"
        case .missingExecutable:
            "build the executable for Linux and put it into Contents/Linux; nonexecutable filters still work"
        case .foreignExecutable: "rebuild the unit for this machine; nonexecutable filters still work"
        case .noExecutable: "add CFBundleExecutable, or a CIKernelFile to each nonexecutable filter"
        case .missingStamp:
            "rebuild with: coreimage units build FOLDER, which writes CoreImageStamp into Info.plist"
        case .missingFunctionStamp:
            "rebuild with: coreimage units build FOLDER, which writes CInterface into CoreImageStamp in Info.plist"
        case .stampMismatch: "rebuild with: coreimage units build FOLDER"
        case .unsupportedClass(_, let nearest?): "did you mean \(printable(nearest))?"
        case .unsupportedClass: "use CIImage, CIColor, CIVector or NSNumber"
        case .duplicateInput: "give each input its own CIAttributeName"
        case .unprefixedInputs(let names) where names.count == 1:
            "rename it to \(printable(Self.prefixed(names[0]))); until then its key is \(Self.list(names))"
        case .unprefixedInputs(let names):
            "rename them, the first to \(printable(Self.prefixed(names.first ?? ""))); until then their keys are these names"
        case .unorderedInputs: "list the inputs as an array CIInputs, in the order of the parameters"
        case .reversedRange: "swap the limits"
        case .outsideRange: "move the value or the limits"
        case .mismatchedType: "change CIAttributeType or CIAttributeClass"
        case .kernelAndFunction: "remove one of the two keys"
        case .regionWithoutFunction:
            "remove it: a kernel's filter reads each image only at its own pixel, and a class says its regions in its code"
        case .unsuitedVector: "give it a CIAttributeDefault of 2, 3 or 4 numbers"
        case .noKernel: "declare a function with the word 'kernel' in it"
        case .severalKernels(_, _, let filter):
            "rename the kernel that the filter is to use to \(printable(filter)), its key in CIPlugInFilterList, or move the others to "
                + "files of their own"
        case .parameterCount: "list one input for each kernel parameter, in the same order"
        case .parameterType(_, _, _, _, _, let fitting):
            "make the input a \(fitting), or check that the inputs are in parameter order"
        case .freeSampling: "write sample(s, samplerCoord(s)), or make the filter executable"
        case .warpKernel: "make the filter executable, with a region function"
        }
    }

    /// The file that the message already names.
    var path: String? {
        switch self {
        case .missingFile(let path, _), .unreadableFile(let path, _), .fileTooLarge(let path, _),
            .undecodableText(let path):
            path
        default: nil
        }
    }

    private static func list(_ names: [String]) -> String { names.map { printable($0) }.joined(separator: ", ") }

    /// Returns the first four names, and the number of the others.
    private static func first(_ names: [String]) -> String {
        list(Array(names.prefix(4))) + (names.count > 4 ? " and \(names.count - 4) more" : "")
    }

    /// Returns the name of a type with its article: `an array`.
    private static func withArticle(_ type: String) -> String {
        (type.first.map { "aeiou".contains($0) } == true ? "an " : "a ") + type
    }

    private static func prefixed(_ name: String) -> String { "input" + name.prefix(1).uppercased() + name.dropFirst() }
}
