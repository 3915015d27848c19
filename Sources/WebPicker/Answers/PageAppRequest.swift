import PhotoFiles
import PhotoPicker

/// The request of an app that the page answers.
struct PageAppRequest: Encodable {
  struct Choice: Encodable {
    struct Option: Encodable {
      let name: String
      let label: String
    }

    let name: String
    let label: String
    let options: [Option]
    let value: String
  }

  let purpose: String
  let title: String
  let accept: String
  let filters: [String]
  /// The index of the current filter.
  let filter: Int?
  let choices: [Choice]
  /// The folders to save into.
  let folders: [String]
  /// The proposed name of a file to save, and the number of files.
  let name: String?
  let count: Int?

  init(_ dialog: PickerDialog, _ answer: PickerDialog.Answer) {
    (title, accept) = (SafeText.escaping(dialog.title), SafeText.escaping(dialog.acceptLabel))
    filters = dialog.filters.map { SafeText.escaping($0.name) }
    filter = answer.filter
    choices = dialog.choices.map { choice in
      Choice(
        name: choice.identifier, label: SafeText.escaping(choice.label),
        options: choice.options.map { .init(name: $0.identifier, label: SafeText.escaping($0.label)) },
        value: answer.choices[choice.identifier] ?? choice.selected)
    }
    folders = dialog.folders.map { SafeText.escaping($0.string) }
    switch dialog.purpose {
    case .open: (purpose, name, count) = ("open", nil, nil)
    case .saveFile(let file): (purpose, name, count) = ("saveFile", file, nil)
    case .saveFiles(let number): (purpose, name, count) = ("saveFiles", nil, number)
    }
  }
}
