# Completion of ltp for bash. It calls `ltp __complete` and shows its output.
_ltp() {
  local current=${COMP_WORDS[COMP_CWORD]} line
  # The words up to the cursor; bash makes the equals sign of --flag=value a word.
  local words=("${COMP_WORDS[@]:1:COMP_CWORD}")
  [ "$current" = "=" ] && current=""
  COMPREPLY=()
  while IFS= read -r line; do
    line=${line%%$'\t'*}
    case $line in
      :files | :directories) _ltp_paths "$current" "$line" ;;
      --*=*) COMPREPLY+=("${line#*=}") ;;
      *) COMPREPLY+=("$line") ;;
    esac
  done < <("${COMP_WORDS[0]}" __complete -- "${words[@]}" 2>/dev/null)
}

_ltp_paths() {
  local option=-f path
  [ "$2" = ":directories" ] && option=-d
  while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "$option" -- "$1")
  # The bash of macOS is too old for it, and adds a space after a directory.
  compopt -o filenames 2>/dev/null
}

complete -F _ltp ltp
