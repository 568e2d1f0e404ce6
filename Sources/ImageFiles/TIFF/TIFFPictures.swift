import Foundation

/// The pictures of a TIFF file: those in the chain of directories, and those in their SubIFDs.
struct TIFFPictures {
    /// Where a file refers to a directory.
    enum Place: Hashable {
        /// In the chain that starts in the header; the first one is 0.
        case page(Int)
        /// In the SubIFDs of a directory of the chain.
        case child(page: Int, index: Int)
        /// Elsewhere, as in the SubIFDs of another child.
        case deeper
    }

    /// The fields of one directory.
    struct Picture {
        let place: Place
        let width: Int
        let height: Int
        /// Whether it is a reduced version of another picture in the file.
        let isReduced: Bool
        let photometric: Int?
        let compression: Int?
        let isDNG: Bool
        let orientation: Int?
        /// The offset and length of a JPEG stream that holds the whole picture; nil if there is none.
        let stream: (offset: Int, count: Int)?

        /// Whether the pixels are sensor data: one colour per pixel (CFA), or all colours in linear light (LinearRaw).
        var isSensorData: Bool { photometric == 32_803 || photometric == 34_892 }
    }

    /// The directory that the file's header points to. TIFF readers show this picture.
    let first: Picture
    /// All other pictures in the chain, and all SubIFDs.
    private(set) var others: [Picture] = []
    /// The SubIFDs among `others`.
    private(set) var children: [Picture] = []
    /// The camera's maker, from the first directory.
    let make: String?

    var all: [Picture] { [first] + others }

    private static let maximumDirectoryCount = 64
    fileprivate enum Tag {
        static let newSubfileType: UInt16 = 254
        static let subfileType: UInt16 = 255
        static let width: UInt16 = 256
        static let height: UInt16 = 257
        static let compression: UInt16 = 259
        static let photometric: UInt16 = 262
        static let make: UInt16 = 271
        static let stripOffsets: UInt16 = 273
        static let orientation: UInt16 = 274
        static let stripByteCounts: UInt16 = 279
        static let subIFDs: UInt16 = 330
        static let streamOffset: UInt16 = 513
        static let streamLength: UInt16 = 514
        static let dngVersion: UInt16 = 50_706
        static let all: Set<UInt16> = [
            newSubfileType, subfileType, width, height, compression, photometric, stripOffsets, orientation,
            stripByteCounts, subIFDs, streamOffset, streamLength, dngVersion,
        ]
    }

    /// Reads the pictures of a file, from at most 64 directories; nil if it is not a TIFF, or has no directory.
    init?(_ data: Data) {
        guard let reader = DirectoryReader(data), let start = reader.firstDirectory,
            let (values, next) = reader.integers(at: start, tags: Tag.all)
        else { return nil }
        first = Picture(values, at: .page(0))
        make = reader.text(at: start, tag: Tag.make)
        var pending = [(offset: next, place: Place.page(1))]
        pending += Self.children(values, at: .page(0))
        var seen: Set<Int> = [start, 0]
        while !pending.isEmpty, seen.count < Self.maximumDirectoryCount {
            let (offset, place) = pending.removeFirst()
            guard seen.insert(offset).inserted, let (values, next) = reader.integers(at: offset, tags: Tag.all) else {
                continue
            }
            let picture = Picture(values, at: place)
            others.append(picture)
            if case .page(let page) = place {
                pending.append((offset: next, place: .page(page + 1)))
            } else {
                children.append(picture)
                pending.append((offset: next, place: .deeper))
            }
            pending += Self.children(values, at: place)
        }
    }

    private static func children(_ values: [UInt16: [Int]], at place: Place) -> [(offset: Int, place: Place)] {
        (values[Tag.subIFDs] ?? []).enumerated().map { index, offset in
            if case .page(let page) = place { (offset, .child(page: page, index: index)) } else { (offset, .deeper) }
        }
    }
}

extension TIFFPictures.Picture {
    private typealias Tag = TIFFPictures.Tag

    fileprivate init(_ values: [UInt16: [Int]], at place: TIFFPictures.Place) {
        self.place = place
        width = values[Tag.width]?.first ?? 0
        height = values[Tag.height]?.first ?? 0
        isReduced = (values[Tag.newSubfileType]?.first ?? 0) & 1 == 1 || values[Tag.subfileType]?.first == 2
        photometric = values[Tag.photometric]?.first
        compression = values[Tag.compression]?.first
        isDNG = values[Tag.dngVersion] != nil
        orientation = values[Tag.orientation]?.first
        if let offset = values[Tag.streamOffset]?.first, let count = values[Tag.streamLength]?.first {
            stream = (offset, count)
        } else if let offsets = values[Tag.stripOffsets], offsets.count == 1,
            let counts = values[Tag.stripByteCounts], counts.count == 1, compression == 6 || compression == 7
        {
            stream = (offsets[0], counts[0])
        } else {
            stream = nil
        }
    }
}
