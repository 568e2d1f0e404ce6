extension UnitScaffold {
    /// Description.strings in German.
    var germanStrings: String {
        """
        /* Filter; der Name steht hier noch auf Englisch */
        "\(name)Name" = "\(name.title)";
        "\(name)Text" = "\(kind == .swift ? "Mischt eine weiche, farbige Kopie ins Bild." : "Zeichnet das Bild in Tönen einer Farbe.")";

        /* Eingaben */
        "Image" = "Bild";
        "Color" = "Farbe";
        "ColorText" = "Die Farbe, zu der Weiß wird.";
        "Amount" = "Stärke";
        "AmountText" = "Wie viel von der Wirkung hineingemischt wird; 0 lässt das Bild, wie es ist.";

        """
    }
}
