/// The display on which a picture of high dynamic range was graded (SMPTE ST 2086).
package struct MasteringDisplay: Hashable, Sendable, Codable {
    /// The chromaticities x, y of red, green, blue and white, in units of 1/50000. Nil if they aren't stated.
    package var chromaticities: [Int32]?
    /// The luminance of black, in units of 1/10000 cd/m². Nil if it isn't stated.
    package var minimumLuminance: Int32?
    /// The luminance of white, in units of 1/10000 cd/m². Nil if it isn't stated.
    package var maximumLuminance: Int32?

    /// Creates a description of a display.
    ///
    /// - Parameter chromaticities: Eight numbers, or nil.
    package init(chromaticities: [Int32]?, minimumLuminance: Int32?, maximumLuminance: Int32?) {
        self.chromaticities = chromaticities.flatMap { $0.count == 8 ? $0 : nil }
        (self.minimumLuminance, self.maximumLuminance) = (minimumLuminance, maximumLuminance)
    }
}

/// The light of the brightest pixel and of the brightest frame (CTA-861.3).
package struct ContentLightLevel: Hashable, Sendable, Codable {
    /// The light of the brightest pixel, in cd/m².
    package var maximum: UInt32
    /// The average light of the brightest frame, in cd/m².
    package var maximumFrameAverage: UInt32

    /// Creates a description of a stream's light.
    package init(maximum: UInt32, maximumFrameAverage: UInt32) {
        (self.maximum, self.maximumFrameAverage) = (maximum, maximumFrameAverage)
    }
}
