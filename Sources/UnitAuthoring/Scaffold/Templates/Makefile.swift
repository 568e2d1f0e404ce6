extension UnitScaffold {
    /// The unit's Makefile.
    var makefile: String {
        """
        # COREIMAGE=path/to/coreimage names the command where it isn't on the PATH.
        COREIMAGE ?= coreimage
        UNIT := build/\(name).plugin

        .PHONY: build test package install uninstall clean

        build:
        \t$(COREIMAGE) units build .

        test: build
        \t$(COREIMAGE) units validate $(UNIT) --level 6

        package: build
        \t$(COREIMAGE) units pack $(UNIT) -o build/\(name).imageunit

        install: build
        \t$(COREIMAGE) units install $(UNIT)

        uninstall:
        \t$(COREIMAGE) units uninstall \(identifier)

        clean:
        \trm -rf build

        """
    }
}
