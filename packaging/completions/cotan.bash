# Completion of `cotan` for bash: commands, options as --help says them, and files.
_cotan() {
  local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} words
  if ((COMP_CWORD == 1)); then
    words="$(cotan --help 2>/dev/null | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p') --help --version"
  elif [[ $word == -* ]]; then
    words=$(cotan "$command" --help 2>/dev/null | grep -o -E -- '(^| |,)--?[a-z][a-z-]*' | tr -d ' ,')
  else
    compopt -o default
    return
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -F _cotan cotan
