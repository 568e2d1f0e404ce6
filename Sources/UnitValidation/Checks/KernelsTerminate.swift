import ImageGraph
import Rendering
import UntrustedInput

extension ValidationCheck {
    /// Checks that loops end within the step budget at extreme settings.
    static let kernelsTerminate = ValidationCheck(
        filter: "kernels-terminate", level: 3, needs: [.loads],
        reason:
            "A loop that runs too long ends the rendering with an error, often only with unusual settings."
    ) { filter, context in
        let inputs = InputProfile.all(of: try filter.make())
        var failures: [Finding] = []
        var warnings: [Finding] = []
        for settings in [.defaults] + FilterSettings.limits(of: inputs) {
            context.note("rendering with \(settings.text)")
            if let excess = try StepBudget.excess(of: filter, settings) {
                failures.append(
                    Finding("with \(settings.text), \(excess)", remedy: "bound the loop, or lower the input's limit"))
            }
        }
        if failures.isEmpty {
            for input in inputs where input.isNumber {
                for (value, limit, end) in [
                    (1e6, input.maximum, "CIAttributeMax"), (-1e6, input.minimum, "CIAttributeMin"),
                ]
                where limit == nil {
                    let settings = FilterSettings(values: [input.key: .number(value)])
                    context.note("rendering with \(settings.text)")
                    guard let excess = try StepBudget.excess(of: filter, settings) else { continue }
                    warnings.append(
                        Finding(
                            "with \(settings.text), which no limit forbids, \(excess)",
                            remedy: "set \(end) of \(printable(input.key)), or bound the loop"))
                }
            }
        }
        return .of(failures: failures, warnings: warnings)
    }
}

private enum StepBudget {
    /// Returns the error if a kernel exceeds its step budget, else nil. Other checks report other errors.
    static func excess(of filter: FilterSubject, _ settings: FilterSettings) throws -> String? {
        do {
            let image = try filter.output(settings, images: .tiny)
            let region = ValidationRenderer.region(of: image, around: ImageInputs.tiny.frame)
            if !region.isEmpty { _ = try ValidationRenderer.plain.pixels(of: image, in: region) }
            return nil
        } catch {
            return exceeded(error) ? ErrorText.of(error) : nil
        }
    }

    private static func exceeded(_ error: any Error) -> Bool {
        switch error {
        case KernelRunError.stepBudgetExceeded: true
        case RenderingError.kernelFailed(_, let underlying): exceeded(underlying)
        default: false
        }
    }
}
