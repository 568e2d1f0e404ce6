extension UnitKeyEntry {
    /// All keys that the readers accept.
    package static let all: [UnitKeyEntry] = info + stamp + list + filter + attributes + input

    private static let info: [UnitKeyEntry] = [
        .init(
            "CFBundleIdentifier", .info, "string", absence: "the bundle's name",
            "The unit's identifier in reverse DNS. Of two units with the same one, the first in the search path is loaded.",
            example: "org.example.WarmGlow"),
        .init(
            "CFBundleShortVersionString", .info, "string", absence: "`CFBundleVersion`",
            "The version, as recipes store it and `coreimage units` shows it.", example: "1.2"),
        .init("CFBundleVersion", .info, "string", absence: "no version", "The version of a build.", example: "14"),
        .init(
            "CFBundleDevelopmentRegion", .info, "string", absence: "English",
            "The language of texts that have no translation into the user's languages.", example: "en"),
        .init(
            "CFBundleExecutable", .info, "string", absence: "required where a filter has code", .executable,
            "The name of the shared library in `Contents/Linux`.", example: "WarmGlow"),
        .init(
            "NSPrincipalClass", .info, "string", absence: "the entry point decides", .swift,
            "The class that the host instantiates, and whose `load(_:)` it calls.", example: "WarmGlowLoader"),
        .init(
            UnitKey.entryPoint, .info, "string", absence: "`\(UnitExecutable.defaultEntryPoint)`", .swift,
            "The C function that the host calls first.", example: "coreimage_unit"),
        .init(
            UnitKey.minimumVersion, .info, "string", absence: "any version",
            "The minimum version of Core Image. An older host refuses the unit.", example: "0.1.0"),
        .init(
            UnitKey.stamp, .info, "dictionary", absence: "refused where a filter has code", .executable,
            "The versions that the library was built against; `coreimage units build` writes it.",
            example: "(written by the build)"),
    ]

    private static let stamp: [UnitKeyEntry] = [
        .init(
            "Compiler", .stamp, "string", absence: "required", .swift, "The version of the Swift compiler.",
            example: "6.3.1"),
        .init(
            "Interface", .stamp, "string", absence: "required", .swift, "The hash of Core Image's sources.",
            example: "(written by the build)"),
        .init(
            UnitKey.architecture, .stamp, "string", absence: "required", .executable, "The processor's architecture.",
            example: "x86_64"),
        .init(
            UnitKey.cInterface, .stamp, "integer", absence: "no functions in C", .c,
            "The version of `coreimage_unit.h`.", example: "1"),
    ]

    private static let list: [UnitKeyEntry] = [
        .init(
            UnitKey.plugInVersion, .list, "integer", absence: "1, with a warning",
            "The version of this format; 1 is the only one.", example: "1"),
        .init(
            UnitKey.filterList, .list, "dictionary", absence: "required",
            "The filters: a dictionary for each, under the name by which `CIFilter(name:)` finds it.",
            example: "{ WarmGlow = { … }; }"),
    ]

    private static let filter: [UnitKeyEntry] = [
        .init(
            UnitKey.filterAttributes, .filter, "dictionary", absence: "no attributes",
            "Names, categories and inputs.", example: "{ CIInputs = ( … ); }"),
        .init(
            UnitKey.filterClass, .filter, "string", absence: "the filter's name; required for Swift",
            "The filter's class in the library. For kernels and functions in C it has no effect.", example: "WarmGlow"),
        .init(
            UnitKey.filterDisplayName, .filter, "string", absence: "`CIAttributeFilterDisplayName`",
            "The name that people see, or a key of Description.strings.", example: "Warm Glow"),
        .init(
            UnitKey.kernelFile, .filter, "string", absence: "not a kernel filter", .kernel,
            "The kernel's file in Resources; `.cikernel` may be left out. The kernel reads each image only at its own pixel.",
            example: "WarmGlow"),
        .init(
            UnitKey.processorFunction, .filter, "string", absence: "not a C filter", .c,
            "The function in C that computes pixels.", example: "warm_glow"),
        .init(
            UnitKey.regionFunction, .filter, "string", absence: "each rectangle needs the same rectangle", .c,
            "The function in C that returns the part of an image that a rectangle of the result needs.",
            example: "warm_glow_region"),
        .init(
            UnitKey.hasCustomInterface, .filter, "boolean", absence: "false",
            "Whether the unit brings controls for the filter: the page `Resources/Interfaces/NAME.html`.",
            example: "true"),
        .init(
            UnitKey.inputs, .filter, "array", absence: "those in `CIFilterAttributes`",
            "Has the same meaning as in `CIFilterAttributes`.",
            example: "( … )"),
        .init(
            UnitKey.outputs, .filter, "array", absence: "outputImage",
            "Has the same meaning as in `CIFilterAttributes`.",
            example: "( … )"),
    ]

    private static let attributes: [UnitKeyEntry] = [
        .init(
            UnitKey.attributeFilterDisplayName, .attributes, "string", absence: "the filter's name",
            "The name that people see, or a key of Description.strings.", example: "Warm Glow"),
        .init(
            UnitKey.attributeFilterName, .attributes, "string", absence: "the filter's name",
            "The filter's name again. The key in `CIPlugInFilterList` decides.", example: "WarmGlow"),
        .init(
            UnitKey.attributeFilterCategories, .attributes, "array of strings", absence: "no category, with a warning",
            "The categories that list the filter, those of Core Image or your own.",
            example: "( CICategoryColorEffect )"),
        .init(
            UnitKey.attributeDescription, .attributes, "string", absence: "no description",
            "What the filter does, in a sentence, or a key of Description.strings.", example: "Adds a warm glow."),
        .init(
            UnitKey.inputs, .attributes, "array of dictionaries", absence: "no inputs",
            "The inputs. Their order is the order of the kernel's parameters, or of the C function's.", example: "( … )"
        ),
        .init(
            UnitKey.outputs, .attributes, "array", absence: "outputImage",
            "The outputs, which hosts may show.", example: "( … )"),
        .init(
            "CIAttributeReferenceDocumentation", .attributes, "string", absence: "none",
            "The address of a page about the filter.", example: "https://example.org/WarmGlow"),
        .init(
            "CIAttributeFilterAvailable_Mac", .attributes, "string", absence: "none",
            "A version of macOS. The host stores it and doesn't use it.", example: "10.9"),
        .init(
            "CIAttributeFilterAvailable_iOS", .attributes, "string", absence: "none",
            "A version of iOS. The host stores it and doesn't use it.", example: "7"),
    ]

    private static let input: [UnitKeyEntry] = [
        .init(
            UnitKey.attributeName, .input, "string", absence: "required",
            "The input's key, which begins with `input`.", example: "inputAmount"),
        .init(
            UnitKey.attributeClass, .input, "string", absence: "required",
            "The class of values: `CIImage`, `NSNumber`, `CIVector` or `CIColor`; any class for Swift.",
            example: "NSNumber"),
        .init(
            UnitKey.attributeType, .input, "string", absence: "none",
            "What the value stands for, such as `CIAttributeTypeDistance`; hosts choose a control by it.",
            example: "CIAttributeTypeScalar"),
        .init(
            UnitKey.attributeDefault, .input, "as the class", absence: "no value",
            "The value of a new filter: a number; `[10 20]` for a vector, whose length a C function's struct follows; "
                + "`1 0.5 0 1` for a colour; for an image the name of a picture in the bundle.", example: "0.5"),
        .init(
            UnitKey.attributeIdentity, .input, "as the class", absence: "none",
            "The value that leaves the picture unchanged.", example: "0"),
        .init(
            UnitKey.attributeMin, .input, "number", absence: "no limit", "The least value.", example: "0"),
        .init(
            UnitKey.attributeMax, .input, "number", absence: "no limit", "The greatest value.", example: "10"),
        .init(
            UnitKey.attributeSliderMin, .input, "number", absence: "`CIAttributeMin`",
            "The left end of a slider.", example: "0"),
        .init(
            UnitKey.attributeSliderMax, .input, "number", absence: "`CIAttributeMax`",
            "The right end of a slider.", example: "1"),
        .init(
            UnitKey.attributeDisplayName, .input, "string", absence: "the input's key",
            "The name that people see, or a key of Description.strings.", example: "Amount"),
        .init(
            UnitKey.attributeDescription, .input, "string", absence: "no description",
            "What the input does, in a sentence, or a key of Description.strings.", example: "How much it glows."),
        .init(
            "CIUIParameterSet", .input, "string", absence: "none",
            "The group of controls in which hosts show the input.", example: "CIUISetBasic"),
        .init(
            "CIAttributeReferenceDocumentation", .input, "string", absence: "none",
            "The address of a page about the input.", example: "https://example.org/WarmGlow#amount"),
    ]
}
