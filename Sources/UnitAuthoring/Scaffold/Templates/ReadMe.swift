extension UnitScaffold {
    /// The unit's README.
    var readMe: String {
        """
        # \(name.title)

        An image unit for Core Image: one filter, `\(name)`, \(made).

            make build      # into build/\(name).plugin
            make test       # builds and validates
            make install    # for every program of this user that loads image units

        See it change while you write:

            coreimage units watch . --preview picture.jpg -o preview.png --set amount=0.5

        | file | what it is |
        |---|---|
        | `\(partsFolder)Info.plist` | identifier, version and the least version of Core Image |
        | `\(partsFolder)Resources/Description.plist` | the filter's name, categories and inputs with their limits |
        | `\(partsFolder)Resources/*.lproj` | the texts that people see, by language |
        \(codeRow)

        """
    }

    private var made: String {
        switch kind {
        case .kernel: "made of a kernel and no machine code"
        case .swift: "a class in Swift"
        case .c: "a function in C that computes pixels"
        }
    }

    private var codeRow: String {
        switch kind {
        case .kernel: "| `Resources/\(name).cikernel` | what becomes of a pixel |"
        case .swift:
            "| `Sources/\(name)` | the filter, and the function that hands it to the host |"
                + (corePackage == nil ? "" : "\n" + packageRow)
        case .c: "| `Sources/\(name).c` | the function; Description.plist names it in `CIProcessorFunction` |"
        }
    }

    private var packageRow: String {
        "| `Package.swift` | for editors, and for `swift package build-image-unit`, which builds the unit with its dependencies |"
    }
}
