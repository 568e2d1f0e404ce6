import CVips
import Foundation

/// The server side of `DrawingProcess`. Draws one SVG from file descriptor 0 to file descriptor 1.
package enum DrawingServer {
    /// The first argument of the program. It is followed by the maximum number of pixels, the processor time in
    /// seconds, and the address space in bytes.
    package static let argument = "--draw"

    // The answer: four 64-bit numbers (success, width, height, whether there are pixels), a message, and the pixels.
    static let success = 1
    static let messageOffset = 32
    static let headSize = 4096
    /// The exit code if the answer can't be written.
    static let unwritten: Int32 = 74

    /// Draws, and ends the process.
    package static func run() -> Never {
        let numbers = CommandLine.arguments.dropFirst(2).compactMap { Int($0) }
        guard numbers.count == 3, cvips_limit_process(Int64(numbers[1]), Int64(numbers[2])) == 0 else { exit(64) }
        do {
            let image = try open()
            let hasPixels = image.width * image.height <= numbers[0]
            if hasPixels { try writePixels(of: image) }
            writeHead([success, image.width, image.height, hasPixels ? 1 : 0], message: "")
        } catch {
            writeHead([0, 0, 0, 0], message: (error as? LibraryFailure)?.message ?? "\(error)")
        }
        exit(0)
    }

    private static func open() throws -> VipsHandle {
        let text = FileHandle(fileDescriptor: 0).readDataToEndOfFile()
        let (bytes, opener) = try PictureLoader.find(.memory(text, name: "The drawing"))
        guard let opener = opener as? VipsOpener, opener.format == .svg else {
            throw ImageFileError.notAnImage(file: "The drawing")
        }
        let image = try opener.load(bytes, sequential: true)
        guard image.bands == 4, image.format == "uchar" else {
            throw ImageFileError.unreadable(
                file: "The drawing", reason: "it is drawn in \(image.bands) bands of \(image.format)")
        }
        return image
    }

    private static func writePixels(of image: VipsHandle) throws {
        let bytesPerRow = image.width * 4
        let rows = try VipsRows(image)
        let step = max(1, min(image.height, (4 << 20) / bytesPerRow))
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: step * bytesPerRow, alignment: 16)
        defer { buffer.deallocate() }
        for top in stride(from: 0, to: image.height, by: step) {
            let range = top..<min(image.height, top + step)
            try rows.read(range, into: buffer, bytesPerRow: bytesPerRow)
            write(
                UnsafeRawBufferPointer(start: buffer, count: range.count * bytesPerRow),
                at: headSize + top * bytesPerRow)
        }
    }

    private static func writeHead(_ numbers: [Int], message: String) {
        var head = [UInt8](repeating: 0, count: headSize)
        for (index, number) in numbers.enumerated() {
            withUnsafeBytes(of: Int64(number)) { head.replaceSubrange(8 * index..<8 * index + 8, with: $0) }
        }
        let words = Array(message.utf8.prefix(headSize - messageOffset - 1))
        head.replaceSubrange(messageOffset..<messageOffset + words.count, with: words)
        head.withUnsafeBytes { write($0, at: 0) }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        var done = 0
        while done < bytes.count {
            let count = pwrite(1, bytes.baseAddress! + done, bytes.count - done, off_t(offset + done))
            guard count > 0 else { exit(unwritten) }
            done += count
        }
    }
}
