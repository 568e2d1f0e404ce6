extension ValidationCheck {
    /// All checks in the order in which they run. Their levels never decrease.
    package static let all: [ValidationCheck] = [
        .bundleStructure, .propertyLists, .loads,
        .translations, .customInterfaces, .attributesComplete, .limitsConsistent, .attributesAgree,
        .kernelFiles, .kernelCompiles, .kernelFits, .kernelsTerminate,
        .rendersAtDefaults, .rendersAtLimits, .identityChangesNothing,
        .finitePixels, .premultipliedPixels, .extentHoldsPicture, .deterministic,
        .tilesEqualWhole, .regionsCoverReads,
        .interpreterEqualsJIT,
        .garbageValues, .unusualImages, .manyThreads,
        .keepsNoMemory, .timeAndMemory,
        .fuzzing,
    ]

    /// Returns the checks up to the level in the options, or those that the options name.
    static func chosen(by options: ValidationOptions) -> [ValidationCheck] {
        if let names = options.onlyChecks { return all.filter { names.contains($0.name) } }
        return all.filter { $0.level <= options.level }
    }
}
