import Foundation

extension HostileCase {
    /// Camera RAW files, which contain a small preview that must not silently be used instead of the picture.
    static let rawPictures: [HostileCase] = [
        raw("DNG", "a.dng", "Adobe DNG", PictureRawFiles.tiff(isDNG: true)),
        raw("DNG called .tif", "a.tif", "Adobe DNG", PictureRawFiles.tiff(isDNG: true)),
        raw(
            "DNG called .jpg, of linear light", "a.jpg", "Adobe DNG",
            PictureRawFiles.tiff(isDNG: true, photometric: 34_892)),
        raw("DNG in BigTIFF", "a.dng", "Adobe DNG", PictureRawFiles.tiff(isDNG: true, isBig: true)),
        raw(
            "sensor data in BigTIFF, big-endian", "a.tif", "TIFF/EP",
            PictureRawFiles.tiff(isLittleEndian: false, isBig: true)),
        raw("CR2", "a.cr2", "Canon CR2", PictureRawFiles.tiff(mark: [0x43, 0x52, 2, 0, 0, 0, 0, 0])),
        raw(
            "NEF, big-endian", "a.nef", "Nikon NEF",
            PictureRawFiles.tiff(make: "NIKON CORPORATION", isLittleEndian: false)),
        raw("ARW", "a.arw", "Sony ARW", PictureRawFiles.tiff(make: "SONY")),
        raw("PEF", "a.pef", "Pentax PEF", PictureRawFiles.tiff(make: "PENTAX Corporation", isLittleEndian: false)),
        raw("SRW", "a.srw", "Samsung SRW", PictureRawFiles.tiff(make: "SAMSUNG")),
        raw("sensor data behind a whole picture", "a.tif", "TIFF/EP", PictureRawFiles.tiff(subfileType: 0)),
        raw("a preview before a picture in RGB", "a.tif", "TIFF/EP", PictureRawFiles.tiff(photometric: 2)),
        raw("ORF", "a.orf", "Olympus ORF", PictureRawFiles.head(Array("IIRO".utf8) + [8, 0, 0, 0])),
        raw("ORF, big-endian", "a.orf", "Olympus ORF", PictureRawFiles.head(Array("MMOR".utf8) + [0, 0, 0, 8])),
        raw("RW2", "a.rw2", "Panasonic RW2", PictureRawFiles.head(Array("IIU\0".utf8) + [24, 0, 0, 0])),
        raw("RAF", "a.raf", "Fujifilm RAF", PictureRawFiles.head(Array("FUJIFILMCCD-RAW 0201".utf8))),
        raw("CR3", "a.cr3", "Canon CR3", PictureRawFiles.boxes(brand: "crx ")),
        raw("CRW", "a.crw", "Canon CRW", PictureRawFiles.head([0x49, 0x49, 26, 0, 0, 0] + Array("HEAPCCDR".utf8))),
        raw("X3F", "a.x3f", "Sigma X3F", PictureRawFiles.head(Array("FOVb".utf8))),
        raw("MRW", "a.mrw", "Minolta MRW", PictureRawFiles.head(Array("\0MRM".utf8))),
        raw(
            "IIQ", "a.iiq", "Phase One IIQ",
            PictureRawFiles.tiff(mark: Array("IIII".utf8) + [0x54] + Array("waR".utf8))),
        HostileCase(
            "RAW: taken for its preview on purpose", .picture,
            expected: .acceptance(["16 × 12"]),
            prepare: { folder in
                try PictureRawFiles.tiff(make: "SONY").write(to: folder.appendingPathComponent("a.arw"))
                return [HostileInvocation(["info", "--preview", "a.arw"])]
            }),
    ]

    private static func raw(_ name: String, _ file: String, _ family: String, _ data: Data) -> HostileCase {
        HostileCase(
            "RAW: \(name)", .picture, expected: .refusal([file, "camera RAW (\(family))", "--preview"]),
            prepare: { folder in
                try data.write(to: folder.appendingPathComponent(file))
                return [
                    HostileInvocation(["apply", file, "-o", "out.png", "--", "ColorInvert"]),
                    HostileInvocation(["info", file]),
                ]
            },
            inspect: { folder in
                FileManager.default.fileExists(atPath: folder.appendingPathComponent("out.png").path)
                    ? "the preview was taken for the picture" : nil
            })
    }
}
