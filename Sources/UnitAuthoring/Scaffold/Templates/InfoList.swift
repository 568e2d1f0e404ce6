extension UnitScaffold {
    /// Info.plist: the identity of the bundle.
    var infoList: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \t<key>CFBundleDevelopmentRegion</key>
        \t<string>en</string>
        \(kind == .kernel ? "" : executableKey)\t<key>CFBundleIdentifier</key>
        \t<string>\(identifier)</string>
        \t<key>CFBundleInfoDictionaryVersion</key>
        \t<string>6.0</string>
        \t<key>CFBundleName</key>
        \t<string>\(name)</string>
        \t<key>CFBundlePackageType</key>
        \t<string>BNDL</string>
        \t<key>CFBundleShortVersionString</key>
        \t<string>\(version)</string>
        \t<key>CFBundleVersion</key>
        \t<string>1</string>
        \t<key>CoreImageMinimumVersion</key>
        \t<string>0.1.0</string>\(kind == .swift ? principalClassKey : "")
        </dict>
        </plist>

        """
    }

    private var executableKey: String {
        "\t<key>CFBundleExecutable</key>\n\t<string>${EXECUTABLE_NAME}</string>\n"
    }

    private var principalClassKey: String {
        "\n\t<key>NSPrincipalClass</key>\n\t<string>\(name)Loader</string>"
    }
}
