/// What the argument parser's completion script for bash lacks.
enum CompletionScript {
  /// A text that the parser prints; its script for bash is mended, every other text is itself.
  ///
  /// The script passes answers of the program through `compgen -W`, which runs what stands in them: a folder's name could
  /// hold a command. And bash takes `:`, `=` and `@` for the ends of words, so that no query is completed behind a field.
  static func mended(_ text: String) -> String {
    let unsafe = #"__photopick_add_completions -W "$(__photopick_custom_complete"#
    guard text.hasPrefix("#!/bin/bash"), text.contains(unsafe) else { return text }
    // Process substitution needs /dev/fd, which a chroot may not have.
    let safe = text.replacing(unsafe, with: #"__photopick_add_answers "$(__photopick_custom_complete"#)
      .replacing(
        #"        COMPREPLY+=("${completion}")"#,
        with: #"        [[ -n "${completion}" ]] && COMPREPLY+=("${completion}")"#
      )
      .replacing(
        #"done < <(IFS=$'\n' compgen "${@}" -- "${cur}")"#,
        with: #"done <<<"$(IFS=$'\n' compgen "${@}" -- "${cur}")""#)
    return safe.replacing("-F _photopick photopick", with: "-F __photopick_complete photopick") + functions
  }

  private static let functions = #"""


    # Adds answers of the program, one a line, as they are.
    __photopick_add_answers() {
        local answer
        are_answers=true
        while IFS='' read -r answer; do
            [[ -n "${answer}" ]] && COMPREPLY+=("${answer}")
        done <<<"${1}"
    }

    # Completes with the words as the shell will pass them on: bash has split them at :, = and @ too.
    __photopick_complete() {
        local -a words=()
        local rest="${COMP_LINE}" word are_answers=false
        local -i index current=0
        for index in "${!COMP_WORDS[@]}"; do
            word="${COMP_WORDS[index]}"
            if [[ ${index} -eq 0 || "${rest}" = [[:space:]]* || -z "${rest}" ]]; then
                words+=("${word}")
            else
                words[${#words[@]}-1]+="${word}"
            fi
            rest="${rest#"${rest%%[![:space:]]*}"}"
            rest="${rest#"${word}"}"
            [[ ${index} -le ${COMP_CWORD} ]] && current=${#words[@]}-1
        done
        local whole="${words[current]}" previous=""
        [[ ${current} -gt 0 ]] && previous="${words[current-1]}"
        local -a COMP_WORDS=("${words[@]}")
        local -i COMP_CWORD=${current}

        _photopick "${1}" "${whole}" "${previous}"
        "${are_answers}" || return 0

        # Answers are words, not the names of files. A field of a query, and what is in quotes, may go on.
        compopt +o filenames
        [[ "${whole}" = [\'\"]* || "${COMPREPLY[0]}" = *: ]] && compopt -o nospace
        [[ "${whole}" = [\'\"]* ]] && return 0
        # Readline replaces what stands behind the last place at which it has split the word; an @ is replaced too.
        local kept=""
        [[ "${COMP_WORDBREAKS}" = *:* ]] && kept="${whole%"${whole##*[:=]}"}"
        [[ "${COMP_WORDBREAKS}" = *@* && "${whole#"${kept}"}" = *@* ]] && kept="${whole%@*}"
        for index in "${!COMPREPLY[@]}"; do
            printf -v "COMPREPLY[index]" %q "${COMPREPLY[index]#"${kept}"}"
            COMPREPLY[index]="${COMPREPLY[index]//\\,/,}"
        done
        return 0
    }
    """#
}
