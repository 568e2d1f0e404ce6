import Foundation

/// A part of a picture as a page wants to show it.
package struct PreviewRequest: Sendable, Hashable, Decodable {
    /// Which picture.
    package enum Subject: String, Sendable, Hashable, Codable {
        /// The picture without filters.
        case before
        /// The result of the stack.
        case after
        /// The result of the kernel.
        case kernel
        /// The operation of the graph that was chosen.
        case operation
    }

    /// The form of the pixels.
    package enum Format: String, Sendable, Hashable, Codable {
        /// The bytes of the pixels.
        case raw
        /// JPEG on the backdrop, which browsers receive faster.
        case jpeg
    }

    /// A number that the answer repeats.
    package var id: UInt32
    /// Which picture; the result by default.
    package var subject: Subject
    /// The width in pixels.
    package var width: Int
    /// The height in pixels.
    package var height: Int
    /// The part of the plane, in pixels of the picture from its lower left corner.
    package var region: CGRect
    /// The time of a clip, in seconds; nil for the one that was shown last.
    package var time: Double?
    /// A filter that is shown behind the stack without being added.
    package var trial: String?
    /// The form of the pixels; raw by default.
    package var format: Format
    /// Red, green and blue from 0 to 255 behind transparent pixels of a JPEG picture.
    package var backdrop: [UInt8] = [128, 128, 128]

    private enum CodingKeys: String, CodingKey {
        case id, subject, width, height, region, time, trial, format, backdrop
    }

    /// Creates a request that shows the time of a clip that was shown last.
    package init(
        id: UInt32 = 0, subject: Subject = .after, width: Int, height: Int, region: CGRect, trial: String? = nil,
        format: Format = .raw
    ) {
        (self.id, self.subject, self.trial, self.format) = (id, subject, trial, format)
        (self.width, self.height, self.region) = (width, height, region)
    }

    /// Reads a request.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decodeIfPresent(UInt32.self, forKey: .id) ?? 0
        subject = try values.decodeIfPresent(Subject.self, forKey: .subject) ?? .after
        width = try values.decode(Int.self, forKey: .width)
        height = try values.decode(Int.self, forKey: .height)
        time = try values.decodeIfPresent(Double.self, forKey: .time)
        guard (time ?? 0).magnitude < 1e7 else {
            throw DecodingError.dataCorruptedError(
                forKey: .time, in: values, debugDescription: "write seconds, not beyond 10 million")
        }
        trial = try values.decodeIfPresent(String.self, forKey: .trial)
        format = try values.decodeIfPresent(Format.self, forKey: .format) ?? .raw
        backdrop = try values.decodeIfPresent([UInt8].self, forKey: .backdrop) ?? [128, 128, 128]
        guard backdrop.count == 3 else {
            throw DecodingError.dataCorruptedError(
                forKey: .backdrop, in: values, debugDescription: "write three numbers from 0 to 255")
        }
        let numbers = try values.decode([Double].self, forKey: .region)
        guard numbers.count == 4, numbers.allSatisfy({ abs($0) < 1e7 }), numbers[2] > 0, numbers[3] > 0 else {
            throw DecodingError.dataCorruptedError(
                forKey: .region, in: values, debugDescription: "write x, y, width and height, none beyond 10 million")
        }
        region = CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
