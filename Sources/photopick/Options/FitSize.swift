import ArgumentParser

/// The size of `--fit`: `800x600`, `800x0` for a width alone, `0` for a picture as it is.
struct FitSize: ExpressibleByArgument, Equatable {
  let width: Int
  let height: Int

  static let asIs = FitSize(width: 0, height: 0)

  private init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  init?(argument: String) {
    if argument == "0" {
      self = .asIs
      return
    }
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], width >= 0, height >= 0 else {
      return nil
    }
    self.init(width: width, height: height)
  }
}
