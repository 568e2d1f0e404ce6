import CacheFiles
import Foundation
import TestSupport
import Testing

@testable import JIT

/// Compiled code from the disk cache. Closures stand for the driver.
@Suite struct CubinStoreTests {
    private struct Refusal: Error {}
    private struct Loss: Error {}

    /// What stands for a driver: it counts calls, and refuses some code.
    private final class Driver {
        var compilations = 0
        var loads: [[UInt8]] = []
        var refuses: (Int, [UInt8]) -> (any Error)? = { _, _ in nil }

        func load(_ store: CubinStore, _ ptx: String = "text", target: String = "7.0 12040") throws -> String {
            try store.load(
                ptx, for: target,
                compile: {
                    compilations += 1
                    return Array("code \(compilations) of \(ptx)".utf8)
                },
                load: { cubin in
                    loads.append(cubin)
                    if let error = refuses(loads.count, cubin) { throw error }
                    return String(decoding: cubin, as: UTF8.self)
                }, isRefusal: { $0 is Refusal })
        }
    }

    /// Code is compiled once for a kernel, a device and a driver.
    @Test func cachedCode() throws {
        try withTemporaryFolder { (folder) throws in
            let driver = Driver()
            for _ in 0..<3 {
                let store = CubinStore(cache: DiskCache(path: folder))
                #expect(try driver.load(store) == "code 1 of text")
            }
            #expect(driver.compilations == 1)
            let store = CubinStore(cache: DiskCache(path: folder))
            #expect(try driver.load(store, target: "8.6 12040") == "code 2 of text")
            #expect(try driver.load(store, target: "7.0 12050") == "code 3 of text")
            #expect(try driver.load(store, "other") == "code 4 of other")
            #expect(try driver.load(store, target: "7.0 12040\ntext") == "code 5 of text")
            #expect(try driver.load(store) == "code 1 of text")
        }
    }

    @Test func withoutCache() throws {
        let (driver, store) = (Driver(), CubinStore())
        for number in 1...2 { #expect(try driver.load(store) == "code \(number) of text") }
    }

    /// Code that the driver refuses is compiled again. What is compiled then is cached.
    @Test func refusedCode() throws {
        try withTemporaryFolder { (folder) throws in
            let (driver, store) = (Driver(), CubinStore(cache: DiskCache(path: folder)))
            _ = try driver.load(store)
            driver.refuses = { number, _ in number == 2 ? Refusal() : nil }
            #expect(try driver.load(store) == "code 2 of text")
            #expect(try driver.load(store) == "code 2 of text")
            #expect(driver.compilations == 2 && driver.loads.count == 4)
        }
    }

    /// Code that the driver refuses is removed, also if it can't be compiled again.
    @Test func refusedCodeIsRemoved() throws {
        try withTemporaryFolder { (folder) throws in
            let (driver, store) = (Driver(), CubinStore(cache: DiskCache(path: folder)))
            _ = try driver.load(store)
            driver.refuses = { _, _ in Refusal() }
            #expect(throws: Refusal.self) { try driver.load(store) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        }
    }

    /// Code that is refused although it has just been compiled is an error, and isn't cached.
    @Test func refusedNewCode() throws {
        try withTemporaryFolder { (folder) throws in
            let (driver, store) = (Driver(), CubinStore(cache: DiskCache(path: folder)))
            driver.refuses = { _, _ in Refusal() }
            #expect(throws: Refusal.self) { try driver.load(store) }
            #expect(driver.loads.count == 1)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        }
    }

    /// Other errors say nothing about the code.
    @Test func otherErrors() throws {
        try withTemporaryFolder { (folder) throws in
            let (driver, store) = (Driver(), CubinStore(cache: DiskCache(path: folder)))
            _ = try driver.load(store)
            driver.refuses = { number, _ in number == 2 ? Loss() : nil }
            #expect(throws: Loss.self) { try driver.load(store) }
            #expect(try driver.load(store) == "code 1 of text")
            #expect(driver.compilations == 1)
        }
    }

    /// The cache's rules are those of all code: what is too large isn't stored, and the oldest is removed.
    @Test func sizes() throws {
        try withTemporaryFolder { (folder) throws in
            let driver = Driver()
            let small = CubinStore(cache: DiskCache(path: folder, sizeLimit: 100))
            for _ in 0..<2 { _ = try driver.load(small) }
            #expect(driver.compilations == 2)
            let store = CubinStore(cache: DiskCache(path: folder, sizeLimit: 4000))
            for number in 0..<100 { _ = try driver.load(store, "kernel \(number)") }
            let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            let bytes = try files.reduce(0) {
                try $0 + (FileManager.default.attributesOfItem(atPath: "\(folder)/\($1)")[.size] as? Int ?? 0)
            }
            #expect(bytes > 0 && bytes <= 4000)
        }
    }
}
