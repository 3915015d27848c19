import CPhotoPixels
import PhotoFormats

extension PixelRectangle {
  var stored: photo_rectangle { photo_rectangle(x: x, y: y, width: size.width, height: size.height) }
}
