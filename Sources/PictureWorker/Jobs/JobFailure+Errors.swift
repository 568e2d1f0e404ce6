import CommandOutput
import CoreImage
import FilterChains
import Foundation
import ImageFiles
import Pixels
import Rendering
import UntrustedInput

extension JobFailure {
    /// The parts of a job, which decide about the kind of errors that can occur in several of them.
    enum Stage {
        case reading, editing, writing
    }

    /// Describes an error.
    init(_ error: any Error, in stage: Stage) {
        if let failure = error as? JobFailure {
            self = failure
        } else if Self.isOfFormat(error, in: stage) {
            self.init(
                .malformed, printable(StandardError.text(of: error), limit: 2000),
                remedy: "Name the output with the ending of a format that has what the job asks for.")
        } else {
            self.init(Self.kind(of: error, in: stage), printable(StandardError.text(of: error), limit: 2000))
        }
    }

    /// Whether the format of the result is unknown, can't be written, or lacks what the job asks for, such as a depth.
    private static func isOfFormat(_ error: any Error, in stage: Stage) -> Bool {
        switch error {
        case ImageFileError.unknownFormat, ImageFileError.encoderMissing, ImageFileError.unsupported: true
        case is Refusal: stage == .writing
        default: false
        }
    }

    private static func kind(of error: any Error, in stage: Stage) -> Kind {
        switch error {
        case let error as ImageFileError: kind(of: error)
        case let error as RenderingError: kind(of: error, in: stage)
        case is WorkMeter.Stopped: .deadline
        case CIFilterError.unavailableFilter: .unit
        case CIRecipeError.missingFilter(_, .some, _, _), CIRecipeError.otherUnit, CIRecipeError.unitVersion: .unit
        case is CIPlugInFailure: .unit
        // Filters tell what is wrong with their inputs when they are rendered.
        case is CIFilterError, is CIError, is CIRecipeError, is KernelCompilationError, is ProcessorError: .recipe
        default: stage == .reading ? .input : stage == .editing ? .recipe : .internal
        }
    }

    private static func kind(of error: ImageFileError) -> Kind {
        switch error {
        case .missing, .notPermitted, .isFolder, .notAnImage, .damaged, .cameraRaw, .noRawPreview, .unreadable: .input
        case .tooComplex, .tooLarge: .limit
        case .unknownFormat, .encoderMissing, .unsupported, .cannotCreate, .exists, .diskFull, .notWritten: .output
        }
    }

    private static func kind(of error: RenderingError, in stage: Stage) -> Kind {
        switch error {
        case .sourceFailed(_, let underlying): kind(of: underlying, in: .reading)
        case .deadlineExceeded: .deadline
        case .outputTooLarge, .intermediateTooLarge, .outOfMemory: .memory
        case .stepLimitExceeded, .tooCostly: .limit
        case .operatorFailed(_, let underlying), .kernelFailed(_, let underlying), .regionFailed(_, let underlying):
            underlying is CIPlugInFailure ? .unit : .recipe
        case .infiniteRegion, .emptyRegion, .infiniteInput, .cyclicRecipe: .recipe
        case .colorConversionFailed: .input
        case .destinationFailed: .output
        }
    }
}
