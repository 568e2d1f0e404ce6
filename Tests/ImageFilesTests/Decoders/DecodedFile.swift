import CVips
import Foundation
import Pixels

@testable import ImageFiles

/// The pixels of a file, or the reason why there are none.
enum DecodedFile: Equatable {
    case pixels(width: Int, height: Int, format: PixelFormat, bytes: Data)
    case failure

    /// Decodes a file with an opener of this module.
    init(_ data: Data, with opener: any PictureOpener) {
        do {
            self = try Self.decoded(try opener.open(.memory(data, name: "file"), sequential: true))
        } catch {
            self = .failure
        }
    }

    /// Decodes a file with libvips' own loaders of JPEG and PNG, which this module doesn't use otherwise.
    init(withVips data: Data) {
        guard let picture = try? Self.vipsPicture(data), let pixels = try? Self.decoded(picture) else {
            _ = Vips.failure()
            self = .failure
            return
        }
        self = pixels
    }

    private static func decoded(_ picture: any OpenedPicture) throws -> DecodedFile {
        let pixels = try picture.decodeAll(name: "file")
        return .pixels(
            width: picture.width, height: picture.height, format: picture.pixelFormat,
            bytes: withExtendedLifetime(pixels.owner) {
                Data(bytes: pixels.bytes, count: picture.height * picture.bytesPerRow)
            })
    }

    /// Opens a file with libvips.
    static func vipsPicture(_ data: Data) throws -> VipsPicture {
        try VipsPicture(try vipsImage(data), hasRandomAccess: false)
    }

    /// Opens a file as an image of libvips.
    static func vipsImage(_ data: Data) throws -> VipsHandle {
        try Vips.start()
        return try VipsHandle(
            data.withUnsafeBytes { bytes in
                cvips_find_loader_memory(bytes.baseAddress, bytes.count)
                    .flatMap {
                        cvips_load_memory(
                            $0, bytes.baseAddress, bytes.count, 1, CVipsPart(scale: 1, page: 0, child: -1))
                    }
            })
    }
}
