import PhotoFiles
import PhotoFormats
import SystemPackage

// The examples of the articles on PhotoFiles and PhotoFormats. They are compiled but not run.

func printNames() {
  let name = FileName(bytes: Array("IMG_0012.JPG".utf8))
  print(name?.text ?? "no name", name?.lowercasedExtension ?? "")
  let folder = Folder("/home/ann/Pictures/Trip to Kyoto")
  if let name { print(folder.name, FileURL.text(Array(folder.path(of: name).string.utf8))) }
}

func printFolders() {
  do throws(HomeUnknown) {
    print("thumbnails are kept in \(try UserFolders.current.thumbnails)")
  } catch {
    print(error)
  }
}

func header(of path: FilePath) throws -> PhotoMetadata {
  let file = try FileDescriptor.open(path, .readOnly)
  defer { try? file.close() }
  let size = try file.seek(offset: 0, from: .end)
  return PhotoMetadata.read(try ByteSource(file, count: Int(size)))
}

func printHeader(_ metadata: PhotoMetadata) {
  print(metadata.fileType.format, metadata.captureDate?.iso8601 ?? "undated")
  if let place = metadata.location { print(place.latitude, place.longitude) }
  for (field, value) in metadata.values {
    print(field.key, value)
  }
  if let damage = metadata.damage { print("damaged: \(damage)") }
}

func printNameDate() {
  let date = FileNameDate.read(Bytes(Array("PXL_20210612_123456789.jpg".utf8)))
  print(date?.iso8601 ?? "undated")
}
