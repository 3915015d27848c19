import ArgumentParser
import Testing

@testable import photopick

struct CompletionScriptTests {
  @Test func `a script that would run answers is not printed`() throws {
    let script = Photopick.completionScript(for: .bash)
    #expect(try CompletionScript.mended(script).contains("__photopick_add_answers \"$("))
    for (part, other) in [
      ("__photopick_add_completions -W", "__photopick_add_words -W"), ("COMPREPLY+=(\"${completion}\")", ":"),
      ("done < <(IFS=", "done < <(LC_ALL=C IFS="), ("complete -o filenames -F _photopick photopick", ""),
      ("complete -o filenames", "compgen -W \"$(date)\"; complete -o filenames"),
    ] {
      let changed = script.replacing(part, with: other)
      try #require(changed != script)
      let failure = #expect(throws: CommandFailure.self) { try CompletionScript.mended(changed) }
      #expect(failure?.status == .problems)
      #expect(failure?.message?.contains("may run the names of files") == true)
    }
  }

  @Test func `every other text stays as it is`() throws {
    for text in [Photopick.completionScript(for: .zsh), Photopick.helpMessage()] {
      #expect(try CompletionScript.mended(text) == text)
    }
  }
}
