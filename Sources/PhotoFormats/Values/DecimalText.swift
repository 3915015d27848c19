extension Double {
  /// The shortest text that identifies the finite number, without `.0`.
  package var shortestText: String {
    // Beyond 2^53 digits would be exact that the number doesn't have.
    guard magnitude <= 0x1p53, let whole = Int64(exactly: self) else { return description }
    return String(whole)
  }

  /// The finite number for people: ten digits and no exponent, as 1/60 is `0.01666666667`.
  ///
  /// Most numbers are fractions of Exif with parts of 32 bits, which is nine to ten digits; ExifTool writes ten too.
  package var decimalText: String {
    let exact = shortestText
    let parts = exact.lowercased().split(separator: "e")
    let mantissa = parts[0].drop { $0 == "-" }
    let fraction = mantissa.drop { $0 != "." }.dropFirst()
    guard parts.count > 1 || !fraction.isEmpty, var number = UInt64(mantissa.filter { $0 != "." }),
      number > 0, let exponent = parts.count > 1 ? Int(parts[1]) : 0
    else { return exact }
    var places = fraction.count - exponent
    let excess = "\(number)".utf8.count - 10
    if excess > 0 {
      let power = (0..<excess).reduce(UInt64(1)) { power, _ in power * 10 }
      (number, places) = ((number + power / 2) / power, places - excess)
    }
    while number % 10 == 0 { (number, places) = (number / 10, places - 1) }
    let digits = "\(number)"
    // More zeros than 20 are written as an exponent.
    guard (-20...21).contains(digits.utf8.count - places) else { return exact }
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.utf8.count)) + digits
    let whole = padded.dropLast(max(0, places)) + String(repeating: "0", count: max(0, -places))
    return (self < 0 ? "-" : "") + whole + (places > 0 ? "." + padded.suffix(places) : "")
  }

  /// The number that reads like one of single precision: 0.1, not 0.10000000149011612.
  init(shortest number: Float) { self = Double(number.description) ?? Double(number) }
}
