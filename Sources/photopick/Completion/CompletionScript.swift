/// Fixes for the argument parser's completion script for bash.
enum CompletionScript {
  /// Fixes the completion script for bash, and returns any other string as is.
  ///
  /// The parser's script passes our candidates to `compgen -W`, which expands them: a folder's name could execute a
  /// command. Bash also splits words at `:`, `=` and `@`, which prevents completion after a field of a query.
  ///
  /// - Throws: `CommandFailure` for an unknown version of the script, since it might execute names.
  static func mended(_ text: String) throws(CommandFailure) -> String {
    guard text.contains("COMPREPLY") else { return text }
    var script = text
    for (part, replacement) in replacements {
      guard script.contains(part) else { throw unknownScript }
      script = script.replacing(part, with: replacement)
    }
    guard !script.contains(#"-W "$("#) else { throw unknownScript }
    return script + functions
  }

  private static let unknownScript = CommandFailure(
    .problems,
    "the completion script for bash is not printed: it may run the names of files; photopick was built with a version of "
      + "swift-argument-parser that it does not know")

  /// The parts of the parser's script to replace. Process substitutions require /dev/fd, which may be missing in a
  /// chroot.
  private static let replacements = [
    (
      #"__photopick_add_completions -W "$(__photopick_custom_complete"#,
      #"__photopick_add_answers "$(__photopick_custom_complete"#
    ),
    (
      #"        COMPREPLY+=("${completion}")"#,
      #"        [[ -n "${completion}" ]] && COMPREPLY+=("${completion}")"#
    ),
    (
      #"done < <(IFS=$'\n' compgen "${@}" -- "${cur}")"#,
      #"done <<<"$(IFS=$'\n' compgen "${@}" -- "${cur}")""#
    ),
    ("-F _photopick photopick", "-F __photopick_complete photopick"),
  ]

  private static let functions = #"""


    # Adds answers of the program, one a line, as they are.
    __photopick_add_answers() {
        local answer
        are_answers=true
        while IFS='' read -r answer; do
            [[ -n "${answer}" ]] && COMPREPLY+=("${answer}")
        done <<<"${1}"
    }

    # Sets quote to the quotation mark that is open at the end of a word, and head to what stands before it.
    __photopick_find_quote() {
        local -i place
        local character
        quote='' head=''
        for ((place = 0; place < ${#1}; place++)); do
            character="${1:place:1}"
            if [[ "${character}" = "\\" && "${quote}" != \' ]]; then
                place+=1
            elif [[ -n "${quote}" ]]; then
                [[ "${character}" = "${quote}" ]] && quote=''
            elif [[ "${character}" = [\'\"] ]]; then
                quote="${character}" head="${1:0:place}"
            fi
        done
    }

    # Sets quoted to a text as it is written between quotation marks of a kind.
    __photopick_quote() {
        local -i place
        local character
        quoted=''
        for ((place = 0; place < ${#2}; place++)); do
            character="${2:place:1}"
            case "${1}${character}" in
            \"[\"\\\$\`]) quoted+="\\${character}" ;;
            \'\') quoted+="'\\''" ;;
            *) quoted+="${character}" ;;
            esac
        done
    }

    # Completes with the words as the shell will pass them on: bash has split them at :, = and @ too. An option and its value
    # with a = between them are two words.
    __photopick_complete() {
        local -a words=()
        local rest="${COMP_LINE}" word are_answers=false option='' ends_options=false
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
        local -a split=()
        local -i place=0
        for index in "${!words[@]}"; do
            word="${words[index]}"
            [[ "${word}" = -- ]] && ends_options=true
            if ! "${ends_options}" && [[ "${word}" = --[a-z]*=* ]]; then
                [[ ${index} -eq ${current} ]] && option="${word%%=*}="
                split+=("${word%%=*}")
                word="${word#*=}"
            fi
            [[ ${index} -eq ${current} ]] && place=${#split[@]}
            split+=("${word}")
        done
        local whole="${split[place]}" previous='' tail="${COMP_LINE:COMP_POINT}"
        tail="${tail%%[[:space:]]*}"
        [[ ${place} -gt 0 ]] && previous="${split[place-1]}"
        # The first character joins words below; _photopick splits the output of compgen at newlines.
        local IFS=$' \t\n'
        local line="${split[*]:0:place} ${whole%"${tail}"}"
        local -a COMP_WORDS=("${split[@]}")
        local -i COMP_CWORD=${place} COMP_POINT=${#line}
        local COMP_LINE="${split[*]}"

        _photopick "${1}" "${whole}" "${previous}"
        if ! "${are_answers}"; then
            # Readline replaces the option too if it does not split words at =.
            [[ -n "${option}" && "${COMP_WORDBREAKS}" != *=* ]] && COMPREPLY=("${COMPREPLY[@]/#/"${option}"}")
            return 0
        fi

        # Answers are words, not the names of files. A field of a query, and what is in quotes, may go on.
        compopt +o filenames
        [[ "${whole}" = [\'\"]* || "${COMPREPLY[0]}" = *: ]] && compopt -o nospace
        local quote head quoted
        __photopick_find_quote "${whole}"
        if [[ -n "${quote}" ]]; then
            # Readline replaces what stands behind an open quotation mark.
            for index in "${!COMPREPLY[@]}"; do
                __photopick_quote "${quote}" "${COMPREPLY[index]#"${head}"}"
                COMPREPLY[index]="${quoted}"
                # It closes the word unless the only answer ends in such a mark.
                [[ ${#COMPREPLY[@]} -eq 1 && "${quoted}" = *"${quote}" ]] && COMPREPLY[index]+="${quote}"
            done
            return 0
        fi
        if [[ "${whole}" = [\'\"]* ]]; then
            # A word in quotation marks is replaced with them.
            for index in "${!COMPREPLY[@]}"; do
                __photopick_quote "${whole:0:1}" "${COMPREPLY[index]}"
                COMPREPLY[index]="${whole:0:1}${quoted}${whole:0:1}"
            done
            return 0
        fi
        # Readline replaces what stands behind the last place at which it has split the word; an @ is replaced too.
        local kept=''
        [[ "${COMP_WORDBREAKS}" = *:* ]] && kept="${whole%"${whole##*[:=]}"}"
        [[ "${COMP_WORDBREAKS}" = *@* && "${whole#"${kept}"}" = *@* ]] && kept="${whole%@*}"
        [[ "${COMP_WORDBREAKS}" = *=* ]] && option=''
        for index in "${!COMPREPLY[@]}"; do
            printf -v "COMPREPLY[index]" %q "${COMPREPLY[index]#"${kept}"}"
            COMPREPLY[index]="${option}${COMPREPLY[index]//\\,/,}"
        done
        return 0
    }
    """#
}
