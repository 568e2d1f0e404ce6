extension ValidationCheck {
    /// Every check, in the order in which they are made; levels only rise.
    public static let all: [ValidationCheck] = [
        .bundleStructure, .propertyLists, .loads,
        .translations, .attributesComplete, .limitsConsistent, .attributesAgree,
        .kernelFiles, .kernelCompiles, .kernelFits, .kernelsTerminate,
        .rendersAtDefaults, .rendersAtLimits, .identityChangesNothing,
        .finitePixels, .premultipliedPixels, .extentHoldsPicture, .deterministic,
        .tilesEqualWhole, .regionsCoverReads,
        .interpreterEqualsJIT,
        .garbageValues, .unusualImages, .manyThreads,
        .keepsNoMemory, .timeAndMemory,
        .fuzzing,
    ]

    /// The checks of a level and those below it, or the named ones among all.
    static func chosen(by options: ValidationOptions) -> [ValidationCheck] {
        if let names = options.onlyChecks { return all.filter { names.contains($0.name) } }
        return all.filter { $0.level <= options.level }
    }
}
