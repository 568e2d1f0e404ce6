import Foundation

/// Behaviours that start many threads.
enum Threads {
    static func run(_ behaviour: Behaviour, _ argument: String) throws -> [UInt8] {
        behaviour == .busy ? busy(seconds: Double(argument) ?? 1) : try start(Int(argument) ?? 1)
    }

    /// Runs 200 Swift tasks and 200 Dispatch blocks that compute for some seconds, and 8 blocks that wait for one
    /// another. Dispatch checks the states of its threads once per second while blocks are queued.
    private static func busy(seconds: Double) -> [UInt8] {
        let end = ContinuousClock.now + .seconds(seconds)
        let (sum, done) = (LockedSum(), DispatchSemaphore(value: 0))
        let gate = DispatchSemaphore(value: 0)
        let group = DispatchGroup()
        let spin: @Sendable (Int) -> Void = { index in
            var number = UInt64(index)
            while ContinuousClock.now < end {
                for _ in 0..<1000 { number = number &* 6_364_136_223_846_793_005 &+ 1 }
            }
            sum.add(number == 0 ? 0 : 1)
        }
        for index in 0..<8 {
            DispatchQueue.global(qos: .utility).async(group: group) {
                // The last four blocks wake the first four.
                if index < 4 { gate.wait() } else { gate.signal() }
                sum.add(1)
            }
        }
        for index in 0..<200 { DispatchQueue.global().async(group: group) { spin(index) } }
        Task {
            await withTaskGroup(of: Void.self) { group in
                for index in 0..<200 { group.addTask { spin(index) } }
            }
            done.signal()
        }
        done.wait()
        group.wait()
        return [UInt8]("\(sum.value)".utf8)
    }

    /// Starts threads with small stacks, which wait.
    private static func start(_ count: Int) throws -> [UInt8] {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, 16_384)
        var started = 0
        for _ in 0..<count {
            var thread = pthread_t()
            let code = pthread_create(
                &thread, &attributes,
                { _ in
                    sleep(1000)
                    return nil
                }, nil)
            if code == 0 { started += 1 }
        }
        // Gives the host time to detect the threads.
        Thread.sleep(forTimeInterval: 10)
        return [UInt8]("\(started)".utf8)
    }
}
