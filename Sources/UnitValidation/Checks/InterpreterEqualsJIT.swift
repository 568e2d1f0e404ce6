extension ValidationCheck {
    /// Checks that machine code and the interpreter give bit-identical pixels for the kernels of a recipe. The host's
    /// operators, such as blurs, run the same code on both sides, because the unit's author can't change them.
    static let interpreterEqualsJIT = ValidationCheck(
        filter: "interpreter-equals-jit", level: 7, needs: [.rendersAtDefaults, .deterministic],
        reason: "Hosts choose between machine code and the interpreter; the pixels must be the same."
    ) { filter, context in
        guard ValidationRenderer.machineCode.isAvailable else {
            return .skipped("this machine has no libLLVM, or COREIMAGE_LLVM switches it off")
        }
        let images = ImageInputs.small
        let inputs = InputProfile.all(of: try filter.make())
        var random = context.randomNumbers(for: filter.name, "interpreter-equals-jit")
        var failures: [Finding] = []
        for round in 0..<6 where failures.isEmpty {
            let settings =
                round == 0
                ? FilterSettings.centered(of: inputs, in: images.frame)
                : .random(of: inputs, in: images.frame, using: &random)
            context.note("comparing machine code and interpreter with \(settings.text)")
            let image = try filter.output(settings, images: images)
            let region = ValidationRenderer.region(of: image, around: images.frame)
            if region.isEmpty { continue }
            let node = TrustedRecipe.of(image.node)
            let compiled = try ValidationRenderer.plain.pixels(of: node, in: region)
            let interpreted = try ValidationRenderer.interpreted.pixels(of: node, in: region)
            let difference = PixelDifference(interpreted, compiled, in: region)
            if difference.isNone { continue }
            failures.append(
                Finding(
                    "with \(settings.text), machine code gives other pixels than the interpreter: \(difference.text)",
                    remedy: "report it with the unit: kernels can't cause this"))
        }
        return .of(failures: failures)
    }
}
