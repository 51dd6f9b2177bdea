#compdef ltp
# Completion of ltp for zsh. It calls `ltp __complete` and shows its output.
_ltp() {
  local line value
  local -a typed described
  typed=("${(@Q)words[2,CURRENT]}")
  while IFS= read -r line; do
    value=${line%%$'\t'*}
    case $line in
      :files) _files ;;
      :directories) _files -/ ;;
      *$'\t'*) described+=("${value//:/\\:}:${line#*$'\t'}") ;;
      *) described+=("${value//:/\\:}") ;;
    esac
  done < <("${words[1]}" __complete -- "${typed[@]}" 2>/dev/null)
  (( $#described )) && _describe ltp described
}

# Sourced it registers itself; as a file in $fpath it is called.
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _ltp "$@"
else
  compdef _ltp ltp
fi
