import ArgumentParser

/// The size of `--fit`: `800x600`, `800` for 800x800, `800x0` for a width alone, `0` for a picture as it is.
struct FitSize: ExpressibleByArgument, Equatable {
  let width: Int
  let height: Int

  static let asIs = FitSize(width: 0, height: 0)

  private init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  init?(argument: String) {
    let sides = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(sides.count), let width = sides[0], let height = sides[sides.count - 1],
      width >= 0, height >= 0
    else { return nil }
    self.init(width: width, height: height)
  }
}
