import PhotoFiles
import SystemPackage

extension UserFolders {
  /// The user's downloads under way: `~/.local/state/photopick/downloads`.
  public var downloads: FilePath { state.appending("downloads") }
}
