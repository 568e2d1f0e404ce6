import Foundation
import TestSupport
import Testing

@testable import CacheFiles

@Suite struct ObjectCacheTests {
    private let key = Array("what the code does".utf8)
    private let object = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 31) }

    private func files(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    @Test func whatIsStoredIsFoundByAnotherProcess() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/a/b"
            let cache = DiskCache(path: path)
            #expect(cache.object(for: key) == nil)
            cache.store(object, for: key)
            #expect(cache.object(for: key) == object)
            // Another instance shares only the folder, as another process does.
            #expect(DiskCache(path: path).object(for: key) == object)
            #expect(DiskCache(path: path).object(for: key + [0]) == nil)
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
            cache.remove(key)
            #expect(cache.object(for: key) == nil)
        }
    }

    @Test func everyDamageIsAMissAndRemovesTheFile() throws {
        try withTemporaryFolder { folder in
            let cache = DiskCache(path: folder)
            cache.store(object, for: key)
            let name = try #require(try files(in: folder).first)
            let path = folder + "/" + name
            let whole = [UInt8](try #require(FileManager.default.contents(atPath: path)))
            func check(_ bytes: [UInt8], _ what: String) throws {
                try Data(bytes).write(to: URL(fileURLWithPath: path))
                #expect(cache.object(for: key) == nil, "\(what)")
                // A file without contents looks like one that is not there.
                #expect(bytes.isEmpty || !FileManager.default.fileExists(atPath: path), "\(what)")
            }
            // Changes every byte of the header and the key, and every 20th byte of the object.
            for index in whole.indices where index < 60 || index % 20 == 0 {
                var bytes = whole
                bytes[index] ^= 1 << (index % 8)
                try check(bytes, "byte \(index)")
            }
            for count in stride(from: 0, to: whole.count, by: 19) {
                try check(Array(whole[..<count]), "length \(count)")
            }
            try check(whole + [0], "longer")
            try Data(whole).write(to: URL(fileURLWithPath: path))
            #expect(cache.object(for: key) == object)
        }
    }

    @Test func aKeyWithTheSameHashIsAMiss() throws {
        try withTemporaryFolder { folder in
            let cache = DiskCache(path: folder)
            cache.store(object, for: key)
            let other = Array("something else".utf8)
            try FileManager.default.moveItem(
                atPath: folder + "/" + DiskCache.name(of: key), toPath: folder + "/" + DiskCache.name(of: other))
            #expect(cache.object(for: other) == nil)
        }
    }

    @Test func theOldestFilesGoWhenItIsFull() throws {
        try withTemporaryFolder { folder in
            let log = ReportLog()
            let cache = DiskCache(path: folder, sizeLimit: 20_000, report: log.add)
            let keys = (0..<40).map { Array("key \($0)".utf8) }
            for (index, key) in keys.enumerated() {
                cache.store(object, for: key)
                try #require(log.lines == [])
                // A lower index means an older file, except for the first one, which was used recently.
                let age = index == 0 ? 10.0 : Double(4000 * (41 - index))
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSinceNow: -age)],
                    ofItemAtPath: folder + "/" + DiskCache.name(of: key))
            }
            let sizes = try files(in: folder).map {
                try FileManager.default.attributesOfItem(atPath: folder + "/" + $0)[.size] as? Int ?? 0
            }
            #expect(sizes.reduce(0, +) <= 20_000)
            #expect(sizes.count >= 10)
            #expect(cache.object(for: keys[0]) == object)
            #expect(cache.object(for: keys[39]) == object)
            #expect(cache.object(for: keys[1]) == nil)
        }
    }

    @Test func useMakesAFileYoung() throws {
        try withTemporaryFolder { folder in
            let cache = DiskCache(path: folder)
            cache.store(object, for: key)
            let path = folder + "/" + DiskCache.name(of: key)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -100_000)], ofItemAtPath: path)
            #expect(cache.object(for: key) == object)
            let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
            let used = try #require(date)
            #expect(used.timeIntervalSinceNow > -1000)
        }
    }

    @Test func abandonedFilesAreRemoved() throws {
        try withTemporaryFolder { folder in
            try Data([1]).write(to: URL(fileURLWithPath: folder + "/.half"))
            try Data([1]).write(to: URL(fileURLWithPath: folder + "/.fresh"))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -7200)], ofItemAtPath: folder + "/.half")
            DiskCache(path: folder).store(object, for: key)
            let left = try files(in: folder)
            #expect(left == [".fresh", DiskCache.name(of: key)])
        }
    }

    @Test func objectsTooLargeForTheCacheAreNotKept() throws {
        try withTemporaryFolder { folder in
            let cache = DiskCache(path: folder, sizeLimit: 1000)
            cache.store(object, for: key)
            #expect(cache.object(for: key) == nil)
            let left = try files(in: folder)
            #expect(left == [])
        }
    }

    @Test func foldersOfOthersAreRefused() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/shared"
            DiskCache(path: path).store(object, for: key)
            for mode in [0o770, 0o707, 0o1777] {
                #expect(chmod(path, mode_t(mode)) == 0)
                let log = ReportLog()
                let cache = DiskCache(path: path, report: log.add)
                #expect(cache.object(for: key) == nil)
                cache.store(object, for: key)
                #expect(log.lines == [DiskCacheError.notPrivate(path: path).description])
            }
            #expect(chmod(path, 0o755) == 0)
            #expect(DiskCache(path: path).object(for: key) == object)
            // The cache refuses a symbolic link in place of its folder.
            #expect(symlink(path, folder + "/link") == 0)
            #expect(DiskCache(path: folder + "/link").object(for: key) == nil)
            // Only an administrator can make a folder that belongs to someone else.
            if geteuid() == 0 {
                #expect(chown(path, 65534, 65534) == 0)
                #expect(DiskCache(path: path).object(for: key) == nil)
                #expect(chown(path, 0, 0) == 0)
                #expect(chown(path + "/" + DiskCache.name(of: key), 65534, 65534) == 0)
                #expect(DiskCache(path: path).object(for: key) == nil)
            }
        }
    }

    @Test func refusedFoldersAreClosedOnce() throws {
        try withTemporaryFolder { folder in
            #expect(chmod(folder, 0o777) == 0)
            let lost = FileNumberRace.filesLost {
                for _ in 0..<5000 {
                    #expect(throws: DiskCacheError.notPrivate(path: folder)) { try CacheFolder(path: folder) }
                }
            }
            #expect(lost == 0)
        }
    }

    @Test func withoutAFolderNothingIsKeptAndItIsSaidOnce() throws {
        try withTemporaryFolder { folder in
            try Data([1]).write(to: URL(fileURLWithPath: folder + "/file"))
            for path in [folder + "/file", folder + "/file/inside", "/proc/nowhere/cache"] {
                let log = ReportLog()
                let cache = DiskCache(path: path, report: log.add)
                cache.store(object, for: key)
                cache.store(object, for: key)
                #expect(cache.object(for: key) == nil)
                #expect(log.count == 1)
                #expect(log.lines.first?.contains(path) == true)
            }
        }
    }

    @Test func aFolderThatIsRemovedComesBack() throws {
        try withTemporaryFolder { folder in
            let cache = DiskCache(path: folder + "/cache")
            cache.store(object, for: key)
            try FileManager.default.removeItem(atPath: folder + "/cache")
            #expect(cache.object(for: key) == nil)
            cache.store(object, for: key)
            #expect(cache.object(for: key) == object)
        }
    }

    @Test func manyWritersAndReadersSeeWholeObjects() throws {
        try withTemporaryFolder { folder in
            let log = ReportLog()
            DispatchQueue.concurrentPerform(iterations: 8) { thread in
                // As many instances as threads, as if each were a process.
                let cache = DiskCache(path: folder, sizeLimit: 60_000, report: log.add)
                for round in 0..<60 {
                    let which = (round * 7 + thread) % 20
                    let key = Array("key \(which)".utf8)
                    let object = [UInt8](repeating: UInt8(which), count: 4000)
                    if let found = cache.object(for: key) {
                        if found != object { log.add("wrong object") }
                    } else {
                        cache.store(object, for: key)
                    }
                }
            }
            #expect(log.lines == [])
            let left = try files(in: folder)
            #expect(left.allSatisfy { !$0.hasPrefix(".") })
        }
    }

    @Test func theEnvironmentNamesTheFolder() {
        #expect(
            DiskCache.standardPath(for: "objects", environment: ["COREIMAGE_CACHE": "/x", "HOME": "/h"]) == "/x/objects"
        )
        #expect(DiskCache.standardPath(for: "objects", environment: ["COREIMAGE_CACHE": "none", "HOME": "/h"]) == nil)
        #expect(
            DiskCache.standardPath(for: "objects", environment: ["XDG_CACHE_HOME": "/c", "HOME": "/h"])
                == "/c/coreimage/objects")
        #expect(
            DiskCache.standardPath(for: "objects", environment: ["XDG_CACHE_HOME": "c", "HOME": "/h"])
                == "/h/.cache/coreimage/objects")
        #expect(DiskCache.standardPath(for: "objects", environment: [:]) == nil)
    }
}
