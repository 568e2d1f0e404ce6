import CoreImage
import Foundation
import Testing
import VideoExchange

@testable import CoreImageVideo

/// When frames are shown in a result, also for times that no sensible file has.
@Suite("Schedules of frames")
struct ScheduleTests {
    private typealias Schedule = FrameSchedule<Int>

    @Test("a gap of hours repeats a frame without keeping the repetitions, one of years is refused with its time")
    func gap() throws {
        let hours: Int64 = 4 * 3600
        var schedule = Schedule(sourceBase: Ratio(1, 1), start: nil, end: nil, frameDuration: Ratio(1, 30))
        #expect(Array(try schedule.add(1, time: 0, duration: 1)).isEmpty)
        let first = try schedule.add(2, time: hours, duration: 2).prefix(3)
        #expect(first.map(\.time) == [0, 1, 2] && first.allSatisfy { $0.frame == 1 })
        let error = #expect(throws: TooManyRepetitions.self) {
            _ = try schedule.add(3, time: 1_000_000 * 365 * 86_400, duration: 1)
        }
        #expect(error?.time.seconds == Double(hours))
    }

    @Test("a grid shows the frame of each of its times, within the range")
    func grid() throws {
        // Frames at 0, 0.1 and 0.35 s; the grid has times every 0.1 s from 0.05 s on.
        var schedule = Schedule(
            sourceBase: Ratio(1, 100), start: RationalTime(value: 5, timescale: 100),
            end: RationalTime(value: 60, timescale: 100), frameDuration: Ratio(1, 10))
        var outputs: [Schedule.Output] = []
        for (number, time) in [0, 10, 35].enumerated() {
            outputs += try schedule.add(number, time: Int64(time), duration: 10)
        }
        outputs += try schedule.finish()
        #expect(outputs.map(\.frame) == [0, 1, 1, 2])
        #expect(outputs.map(\.time) == [0, 1, 2, 3])
        #expect(outputs.map(\.sourceTime.seconds) == [0.05, 0.15, 0.25, 0.35])
    }

    @Test("the largest time stamps are limited instead of overflowing")
    func largest() {
        for start in [nil, RationalTime(value: 1, timescale: 3), RationalTime(value: .max, timescale: 1)] {
            for grid in [nil, Ratio(1, 30)] {
                for base in [Ratio(1, 1), Ratio(Int32.max, 1), Ratio(1, .max)] {
                    var schedule = Schedule(sourceBase: base, start: start, end: nil, frameDuration: grid)
                    for time in [Int64.min, -(1 << 60), 0, 1 << 60, .max] {
                        _ = try? schedule.add(0, time: time, duration: .max).first { _ in true }
                    }
                    _ = try? schedule.finish().first { _ in true }
                }
            }
        }
    }

    @Test("stamps of times that don't fit are limited, and times without a timescale are 0")
    func stamps() {
        #expect(RationalTime(value: .max, timescale: 1).stampAtOrAfter(in: Ratio(1, 1000)) == .max)
        #expect(RationalTime(value: .min, timescale: 1).stampAtOrAfter(in: Ratio(1, 1000)) == .min)
        #expect(RationalTime(CMTime(value: 1, timescale: 0, flags: .valid, epoch: 0)) == .zero)
        #expect(RationalTime(CMTime(value: 1, timescale: -5, flags: .valid, epoch: 0)) == .zero)
    }

    @Test("times become the nearest units of a time base that isn't a fraction of 1")
    func nearest() {
        let base = Ratio(1001, 30_000)
        // A third of a second is 9.99 units, so that no time is halfway between two units.
        let offset = CMTime(value: 1, timescale: 3)
        let stamps = (0..<100).map { CMTime(value: $0 * 1001, timescale: 30_000) - offset }.map {
            $0.nearestStamp(in: base)
        }
        #expect(stamps == (0..<100).map { $0 - 10 })
        #expect(CMTime.positiveInfinity.nearestStamp(in: base) == 0)
    }

    @Test("packets are moved, and their times limited")
    func packets() {
        let packet = MediaPacket(
            stream: 0, presentationTime: -5, decodingTime: .min + 1, duration: 1, flags: [], data: [])
        let moved = packet.movedBack(by: 10)
        #expect(moved.presentationTime == -15 && moved.decodingTime == .min)
    }
}
