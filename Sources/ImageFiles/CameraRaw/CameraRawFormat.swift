/// A family of camera RAW files. They contain sensor data, and small pictures for previews.
enum CameraRawFormat: String, Sendable, CaseIterable {
    /// Adobe's Digital Negative, which many cameras and telephones write.
    case dng = "Adobe DNG"
    /// Canon, TIFF based.
    case cr2 = "Canon CR2"
    /// Canon, based on the ISO base media format.
    case cr3 = "Canon CR3"
    /// Canon's first format, based on a heap structure (CIFF).
    case crw = "Canon CRW"
    /// Nikon.
    case nef = "Nikon NEF"
    /// Sony.
    case arw = "Sony ARW"
    /// Pentax and Ricoh.
    case pef = "Pentax PEF"
    /// Olympus and OM System.
    case orf = "Olympus ORF"
    /// Panasonic and Leica.
    case rw2 = "Panasonic RW2"
    /// Samsung.
    case srw = "Samsung SRW"
    /// Fujifilm.
    case raf = "Fujifilm RAF"
    /// Sigma's Foveon sensors.
    case x3f = "Sigma X3F"
    /// Minolta.
    case mrw = "Minolta MRW"
    /// Hasselblad.
    case threeFR = "Hasselblad 3FR"
    /// Kodak.
    case dcr = "Kodak DCR"
    /// Epson.
    case erf = "Epson ERF"
    /// Mamiya.
    case mef = "Mamiya MEF"
    /// Leaf.
    case mos = "Leaf MOS"
    /// Phase One.
    case iiq = "Phase One IIQ"
    /// Another TIFF file with sensor data, or one whose first picture is a preview of a larger one (ISO 12234-2).
    case tiffEP = "TIFF/EP"

    /// Selects the family from the camera's maker; `tiffEP` for other makers.
    init(make: String?) {
        let families: [(String, CameraRawFormat)] = [
            ("nikon", .nef), ("sony", .arw), ("pentax", .pef), ("ricoh", .pef), ("samsung", .srw), ("canon", .cr2),
            ("olympus", .orf), ("panasonic", .rw2), ("leica", .rw2), ("hasselblad", .threeFR), ("kodak", .dcr),
            ("epson", .erf), ("mamiya", .mef), ("leaf", .mos), ("phase one", .iiq), ("fuji", .raf), ("minolta", .mrw),
        ]
        let name = make?.lowercased() ?? ""
        self = families.first { name.contains($0.0) }?.1 ?? .tiffEP
    }
}
