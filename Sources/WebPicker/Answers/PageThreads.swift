import PhotoFiles

/// The threads that answer the page, apart by who chooses what the work costs: nobody who types waits for a picture, and no
/// ordinary photo for one that was made to take long.
struct PageThreads: Sendable {
  /// What people wait for while they type.
  let answers = WorkerPool(threadCount: 2)
  /// The bytes of videos, for which a disk or a network file system may be waited for.
  let files = WorkerPool(threadCount: 2)
  /// Pictures that are in a cache, or are decoded in this process.
  let pictures = WorkerPool(threadCount: pictureCount)
  /// Pictures that helper processes decode.
  let helpedPictures = WorkerPool(threadCount: pictureCount)

  private static var pictureCount: Int { min(max(WorkerPool.processorCount, 2), 6) }

  /// Ends the threads once the work that waits is done.
  func finish() { for pool in [answers, files, pictures, helpedPictures] { pool.finish() } }
}
