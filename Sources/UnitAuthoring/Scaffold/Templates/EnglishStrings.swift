extension UnitScaffold {
    /// Description.strings in English.
    var englishStrings: String {
        """
        /* Filter */
        "\(name)Name" = "\(name.title)";
        "\(name)Text" = "\(kind == .swift ? "Mixes a soft, coloured copy into the picture." : "Draws the picture in shades of one colour.")";

        /* Inputs */
        "Image" = "Image";
        "Color" = "Colour";
        "ColorText" = "The colour that white becomes.";
        "Amount" = "Amount";
        "AmountText" = "How much of the effect is mixed in; 0 leaves the picture as it is.";

        """
    }
}
