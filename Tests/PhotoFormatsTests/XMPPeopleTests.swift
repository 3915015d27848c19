import Testing

@testable import PhotoFormats

struct XMPPeopleTests {
  private func values(_ elements: String) -> MetadataValues? {
    XMPFields(packet: Bytes(Array(XMPBuilder.packet(elements: elements).utf8)))?.findings.values
  }

  /// Regions as Lightroom writes them.
  private func regions(
    _ items: [String], dimensions: String = "stDim:w='4000' stDim:h='3000' stDim:unit='pixel'"
  )
    -> String
  {
    """
    <mwg-rs:Regions rdf:parseType="Resource">
      <mwg-rs:AppliedToDimensions \(dimensions)/>
      \(XMPBuilder.array("mwg-rs:RegionList", items))
    </mwg-rs:Regions>
    """
  }

  private func region(_ attributes: String, _ area: String) -> String {
    "<rdf:Description \(attributes)><mwg-rs:Area \(area)/></rdf:Description>"
  }

  private let area = "stArea:x='0.5' stArea:y='0.25' stArea:w='0.25' stArea:h='0.5' stArea:unit='normalized'"

  /// What `area` is: its left and top edge, width and height.
  private func face(_ name: String) -> FaceRegion {
    FaceRegion(name: name, x: 0.375, y: 0, width: 0.25, height: 0.5)
  }

  private func faces(_ elements: String) -> [FaceRegion] {
    guard case .regions(let faces) = values(elements)?[.faces] else { return [] }
    return faces
  }

  @Test func `regions are people if they have a name, and faces if they are some or have a name`() {
    let elements = regions([
      region("mwg-rs:Type='Face' mwg-rs:Name='Anna'", area), region("mwg-rs:Type='Face'", area),
      region("mwg-rs:Type='Focus'", area), region("mwg-rs:Type='Pet' mwg-rs:Name='Rex'", area),
      "<rdf:Description mwg-rs:Name='Berta'/>",
    ])
    #expect(values(elements)?[.people] == .list(["Anna", "Rex", "Berta"]))
    #expect(faces(elements) == [face("Anna"), face(""), face("Rex")])
  }

  @Test func `regions are read from elements too`() {
    let parts = [("x", 0.5), ("y", 0.25), ("w", 0.25), ("h", 0.5)]
    let area = parts.map { "<stArea:\($0.0)>\($0.1)</stArea:\($0.0)>" }.joined()
    let elements = regions([
      "<rdf:Description><mwg-rs:Name>Anna</mwg-rs:Name><mwg-rs:Area rdf:parseType='Resource'>\(area)</mwg-rs:Area></rdf:Description>"
    ])
    #expect(faces(elements) == [face("Anna")])
  }

  @Test func `an area in pixels is one of the picture that it was made for`() {
    let pixels = "stArea:x='2000' stArea:y='750' stArea:w='1000' stArea:h='1500' stArea:unit='pixel'"
    let anna = region("mwg-rs:Name='Anna'", pixels)
    #expect(faces(regions([anna])) == [face("Anna")])
    #expect(faces(regions([anna], dimensions: "")) == [])
  }

  @Test(
    arguments: [
      "", "stArea:x='0.5' stArea:y='0.5'", "stArea:x='0.5' stArea:y='0.5' stArea:w='nan' stArea:h='1'",
      "stArea:x='3' stArea:y='0.5' stArea:w='0.1' stArea:h='0.1'",
      "stArea:x='0.5' stArea:y='0.5' stArea:w='-1' stArea:h='-1'",
    ]
  ) func `a region without an area inside the picture has a name only`(area: String) {
    let elements = regions([region("mwg-rs:Name='Anna'", area)])
    #expect(values(elements)?[.people] == .list(["Anna"]))
    #expect(values(elements)?[.faces] == nil)
  }

  @Test func `an area that reaches beyond the picture ends at its edge`() {
    let wide = "stArea:x='0' stArea:y='1' stArea:w='0.5' stArea:h='0.5'"
    #expect(
      faces(regions([region("mwg-rs:Name='Anna'", wide)])) == [
        FaceRegion(name: "Anna", x: 0, y: 0.75, width: 0.25, height: 0.25)
      ])
  }

  private let microsoft = """
    <MP:RegionInfo rdf:parseType="Resource"><MPRI:Regions><rdf:Bag>
    <rdf:li MPReg:Rectangle="0.375, 0, 0.25, 0.5" MPReg:PersonDisplayName="Carla"/>
    <rdf:li rdf:parseType="Resource"><MPReg:Rectangle>0.375,0,0.25,0.5</MPReg:Rectangle></rdf:li>
    <rdf:li MPReg:Rectangle="0.375, 0, 0.25" MPReg:PersonDisplayName="Doris"/>
    </rdf:Bag></MPRI:Regions></MP:RegionInfo>
    """

  @Test func `regions of Microsoft's have their turn after those of the working group`() {
    #expect(values(microsoft)?[.people] == .list(["Carla", "Doris"]))
    #expect(faces(microsoft) == [face("Carla"), face("")])
    let both = microsoft + regions([region("mwg-rs:Name='Anna'", area)])
    #expect(values(both)?[.people] == .list(["Anna"]))
    #expect(faces(both) == [face("Anna")])
  }

  @Test func `the people of IPTC have the last turn`() {
    let people = XMPBuilder.array("Iptc4xmpExt:PersonInImage", ["Emil", "Fritz"])
    #expect(values(people)?[.people] == .list(["Emil", "Fritz"]))
    #expect(values(people + microsoft)?[.people] == .list(["Carla", "Doris"]))
    // Faces without names leave the names to IPTC.
    let unnamed = regions([region("mwg-rs:Type='Face'", area)])
    #expect(values(people + unnamed)?[.people] == .list(["Emil", "Fritz"]))
    #expect(faces(people + unnamed) == [face("")])
  }
}
