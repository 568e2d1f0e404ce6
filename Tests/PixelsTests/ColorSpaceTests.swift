import Foundation
import Pixels
import Testing

@Suite("Colour spaces")
struct ColorSpaceTests {
    @Test("Named spaces have Core Graphics' names, models and component counts")
    func named() throws {
        for name in CGColorSpace.supportedNames {
            let space = try #require(CGColorSpace(name: name))
            #expect(space.name == name)
            #expect(name.hasPrefix("kCGColorSpace"))
        }
        #expect(CGColorSpace(name: CGColorSpace.sRGB)?.model == .rgb)
        #expect(CGColorSpace(name: CGColorSpace.linearGray)?.numberOfComponents == 1)
        #expect(CGColorSpaceCreateDeviceCMYK().numberOfComponents == 4)
        #expect(CGColorSpace(name: "kCGColorSpaceNoSuch") == nil)
        #expect(CGColorSpaceCreateWithName("kCGColorSpaceSRGB") == CGColorSpace(name: CGColorSpace.sRGB))
    }

    @Test("Spaces are equal by name and meaning")
    func equality() throws {
        let a = try #require(CGColorSpace(name: CGColorSpace.sRGB))
        let b = try #require(CGColorSpace(name: CGColorSpace.sRGB))
        let extended = try #require(CGColorSpace(name: CGColorSpace.extendedSRGB))
        #expect(a == b && a.hashValue == b.hashValue)
        #expect(a != extended)
        #expect(try ColorConversion(from: a, to: extended).isIdentity)
    }

    @Test("A space written as an ICC profile is read back as itself")
    func profileRoundTrip() throws {
        for name in [
            CGColorSpace.sRGB, CGColorSpace.linearSRGB, CGColorSpace.displayP3, CGColorSpace.adobeRGB1998,
            CGColorSpace.rommrgb, CGColorSpace.itur_2020, CGColorSpace.genericGrayGamma2_2, CGColorSpace.linearGray,
        ] {
            let space = try #require(CGColorSpace(name: name))
            let data = try #require(space.copyICCData())
            // ICC.1: the signature "acsp" stands at byte 36 of every profile.
            #expect(data[36..<40] == Data("acsp".utf8))
            #expect(CGColorSpace(iccData: data) == space)
            #expect(CGColorSpace(iccData: data)?.name == name)
        }
        #expect(CGColorSpace(name: CGColorSpace.sRGB)?.profileDescription == "sRGB IEC61966-2.1")
        // Profiles are kept after the first time.
        let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
        #expect(p3.copyICCData() == p3.copyICCData() && p3.profileDescription == "Display P3")
    }

    @Test("Bytes that are no profile give no space")
    func badProfiles() throws {
        #expect(CGColorSpace(iccData: Data()) == nil)
        #expect(CGColorSpace(iccData: Data(repeating: 7, count: 4000)) == nil)
        let good = try #require(CGColorSpace(name: CGColorSpace.sRGB)?.copyICCData())
        for length in stride(from: 0, to: good.count, by: 37) {
            // A cut profile is refused, has a space that can't be converted, or can be used.
            if let space = CGColorSpace(iccData: good.prefix(length)),
                let conversion = try? ColorConversion(from: space, to: CGColorSpaceCreateDeviceRGB())
            {
                #expect(conversion.apply(SIMD4(0.2, 0.4, 0.6, 1)).w == 1, "\(length) bytes")
            }
        }
    }

    @Test("Wide gamuts are recognised")
    func gamut() {
        #expect(CGColorSpace(name: CGColorSpace.displayP3)?.isWideGamutRGB == true)
        #expect(CGColorSpace(name: CGColorSpace.sRGB)?.isWideGamutRGB == false)
        #expect(CGColorSpace(name: CGColorSpace.linearSRGB)?.isLinear == true)
        #expect(CGColorSpace(name: CGColorSpace.sRGB)?.isLinear == false)
    }

    @Test("Primaries that span nothing give no space")
    func degenerate() {
        let line = Primaries(red: [0.3, 0.3], green: [0.3, 0.3], blue: [0.3, 0.3], white: [0.3, 0.3])
        #expect(CGColorSpace(linearRGB: line) == nil)
        let nan = Primaries(red: [.nan, 0.3], green: [0.3, 0.6], blue: [0.15, 0.06], white: [0.3, 0.3])
        #expect(CGColorSpace(linearRGB: nan) == nil)
        #expect(CGColorSpace(linearRGB: .rec709) == CGColorSpace(name: CGColorSpace.linearSRGB))
    }
}
