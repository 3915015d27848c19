import ArgumentParser
import PhotoPicker

struct StackOptions: ParsableArguments {
  @Option(help: "The photos of each picked stack in the result: the cover, or all members under its number.")
  var stackMembers = StackMembers.cover
}

extension StackMembers: ExpressibleByArgument {}
