extension UnitScaffold {
    /// Description.plist: the filter, its inputs and their limits. Texts are keys of Description.strings.
    var descriptionList: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \t<key>CIPlugInFilterList</key>
        \t<dict>
        \t\t<key>\(name)</key>
        \t\t<dict>
        \t\t\t<key>CIFilterAttributes</key>
        \t\t\t<dict>
        \t\t\t\t<key>CIAttributeDescription</key>
        \t\t\t\t<string>\(name)Text</string>
        \t\t\t\t<key>CIAttributeFilterCategories</key>
        \t\t\t\t<array>
        \t\t\t\t\t<string>\(category)</string>
        \t\t\t\t\t<string>CICategoryVideo</string>
        \t\t\t\t\t<string>CICategoryStillImage</string>
        \t\t\t\t</array>
        \t\t\t\t<key>CIAttributeFilterDisplayName</key>
        \t\t\t\t<string>\(name)Name</string>
        \t\t\t\t<key>CIInputs</key>
        \t\t\t\t<array>
        \t\t\t\t\t<dict>
        \t\t\t\t\t\t<key>CIAttributeClass</key>
        \t\t\t\t\t\t<string>CIImage</string>
        \t\t\t\t\t\t<key>CIAttributeDisplayName</key>
        \t\t\t\t\t\t<string>Image</string>
        \t\t\t\t\t\t<key>CIAttributeName</key>
        \t\t\t\t\t\t<string>inputImage</string>
        \t\t\t\t\t\t<key>CIAttributeType</key>
        \t\t\t\t\t\t<string>CIAttributeTypeImage</string>
        \t\t\t\t\t</dict>
        \t\t\t\t\t<dict>
        \t\t\t\t\t\t<key>CIAttributeClass</key>
        \t\t\t\t\t\t<string>CIColor</string>
        \t\t\t\t\t\t<key>CIAttributeDefault</key>
        \t\t\t\t\t\t<string>1 0.8 0.5 1</string>
        \t\t\t\t\t\t<key>CIAttributeDescription</key>
        \t\t\t\t\t\t<string>ColorText</string>
        \t\t\t\t\t\t<key>CIAttributeDisplayName</key>
        \t\t\t\t\t\t<string>Color</string>
        \t\t\t\t\t\t<key>CIAttributeName</key>
        \t\t\t\t\t\t<string>inputColor</string>
        \t\t\t\t\t\t<key>CIAttributeType</key>
        \t\t\t\t\t\t<string>CIAttributeTypeOpaqueColor</string>
        \t\t\t\t\t</dict>
        \t\t\t\t\t<dict>
        \t\t\t\t\t\t<key>CIAttributeClass</key>
        \t\t\t\t\t\t<string>NSNumber</string>
        \t\t\t\t\t\t<key>CIAttributeDefault</key>
        \t\t\t\t\t\t<real>0.8</real>
        \t\t\t\t\t\t<key>CIAttributeDescription</key>
        \t\t\t\t\t\t<string>AmountText</string>
        \t\t\t\t\t\t<key>CIAttributeDisplayName</key>
        \t\t\t\t\t\t<string>Amount</string>
        \t\t\t\t\t\t<key>CIAttributeIdentity</key>
        \t\t\t\t\t\t<real>0.0</real>
        \t\t\t\t\t\t<key>CIAttributeMax</key>
        \t\t\t\t\t\t<real>1.0</real>
        \t\t\t\t\t\t<key>CIAttributeMin</key>
        \t\t\t\t\t\t<real>0.0</real>
        \t\t\t\t\t\t<key>CIAttributeName</key>
        \t\t\t\t\t\t<string>inputAmount</string>
        \t\t\t\t\t\t<key>CIAttributeSliderMax</key>
        \t\t\t\t\t\t<real>1.0</real>
        \t\t\t\t\t\t<key>CIAttributeSliderMin</key>
        \t\t\t\t\t\t<real>0.0</real>
        \t\t\t\t\t\t<key>CIAttributeType</key>
        \t\t\t\t\t\t<string>CIAttributeTypeScalar</string>
        \t\t\t\t\t</dict>
        \t\t\t\t</array>
        \t\t\t</dict>
        \(codeKeys)\t\t\t<key>CIHasCustomInterface</key>
        \t\t\t<false/>
        \t\t</dict>
        \t</dict>
        \t<key>CIPlugInVersion</key>
        \t<integer>1</integer>
        </dict>
        </plist>

        """
    }

    private var category: String { kind == .swift ? "CICategoryStylize" : "CICategoryColorEffect" }

    /// The keys that depend on the kind of the filter.
    private var codeKeys: String {
        switch kind {
        case .kernel: key("CIFilterClass", name.text) + key("CIKernelFile", name.text)
        case .swift: key("CIFilterClass", name.text)
        case .c: key("CIFilterClass", name.text) + key("CIProcessorFunction", name.symbolName)
        }
    }

    private func key(_ key: String, _ value: String) -> String {
        "\t\t\t<key>\(key)</key>\n\t\t\t<string>\(value)</string>\n"
    }
}
