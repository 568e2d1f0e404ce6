import Foundation

/// Waits on a thread that runs no tasks. Tests would otherwise hold all threads of tasks, and wait for each other.
func waitOffPool(for semaphore: DispatchSemaphore) async {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread {
            semaphore.wait()
            continuation.resume()
        }
    }
}
