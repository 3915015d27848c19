/// The projection of a video (RFC 9559, 5.1.4.1.28.41 to 5.1.4.1.28.46).
struct MatroskaProjection {
  /// The name of a spherical projection.
  private(set) var name: String?
  /// The rotation and mirroring of a flat picture.
  private(set) var orientation: Orientation?

  private static let names = [1: "equirectangular", 2: "cubemap", 3: "mesh"] as [UInt64: String]

  init(_ projection: EBMLRegion) {
    func pose(_ identifier: EBMLIdentifier) -> Double { projection.first(identifier)?.content.float ?? 0 }
    let type = projection.first(.projectionType)?.content.unsigned ?? 0
    name = Self.names[type]
    guard type == 0, pose(.projectionPosePitch) == 0 else { return }
    orientation = Self.orientation(yaw: pose(.projectionPoseYaw), roll: pose(.projectionPoseRoll))
  }

  /// A yaw of 180° mirrors the picture; a positive roll then turns it counterclockwise. Angles are -180° to 180°; some
  /// writers use 270° for -90°.
  private static func orientation(yaw: Double, roll: Double) -> Orientation? {
    guard yaw == 0 || abs(yaw) == 180, (-360...360).contains(roll) else { return nil }
    let turns = (roll / 90).rounded()
    guard abs(roll - turns * 90) < 0.5 else { return nil }
    let orientations: [Orientation] =
      yaw == 0 ? [.up, .left, .down, .right] : [.upMirrored, .leftMirrored, .downMirrored, .rightMirrored]
    return orientations[(Int(turns) + 4) % 4]
  }
}
