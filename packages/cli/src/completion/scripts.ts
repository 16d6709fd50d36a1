import type { DescribedCommand, DescribedOption } from './described.ts';

/** The shells that have a script. */
export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof shells)[number];

/** Writes the script by which a shell completes the program. All words in it are our own. */
export function completionScript(shell: Shell, commands: readonly DescribedCommand[]): string {
  switch (shell) {
    case 'bash':
      return bash(commands);
    case 'zsh':
      return zsh(commands);
    case 'fish':
      return fish(commands);
    case 'powershell':
      return powershell(commands);
  }
}

function flagsOf({ options }: DescribedCommand): readonly string[] {
  return [...options.flatMap(({ name, short }) => [`--${name}`, ...(short === '' ? [] : [`-${short}`])]), '--help'];
}

/** The options that take some values only, each once with all of them. */
function choicesOf({ options }: DescribedCommand): readonly DescribedOption[] {
  return options.filter(({ values }) => values.length > 0);
}

function bash(commands: readonly DescribedCommand[]): string {
  const cases = commands.map((command) => {
    const choices = choicesOf(command).map(
      ({ name, short, values }) =>
        `        --${name}${short === '' ? '' : `|-${short}`}) COMPREPLY=($(compgen -W '${values.join(' ')}' -- "$word")); return ;;`,
    );
    return `    ${command.name})
      case "$before" in
${[...choices, '        *) ;;'].join('\n')}
      esac
      flags='${flagsOf(command).join(' ')}' ;;`;
  });
  return `# Completes managed-fields in bash: source <(managed-fields completion bash)
_managed_fields() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" flags=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')} help --version' -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$word")) ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}
complete -o filenames -F _managed_fields managed-fields
`;
}

/** A text in single quotes of zsh and fish, without what has a meaning in a description of zsh. */
function quoted(text: string): string {
  return `'${text
    .replace(/[[\]:'\\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()}'`;
}

function zsh(commands: readonly DescribedCommand[]): string {
  const list = commands.map(({ name, summary }) => `    '${name}:'${quoted(summary)}`);
  const cases = commands.map((command) => {
    const args = command.options.flatMap(({ name, short, value, about, values }) => {
      const action = values.length > 0 ? `:value:(${values.join(' ')})` : value === '' ? '' : `:value:_files`;
      const names = [`--${name}`, ...(short === '' ? [] : [`-${short}`])];
      return names.map((each) => `      '*${each}['${quoted(about)}']${action}'`);
    });
    return `    ${command.name})
      _arguments \\
${[...args, `      '--help[how it is used]'`, `      '*:file:_files'`].join(' \\\n')} ;;`;
  });
  return `#compdef managed-fields
# Completes managed-fields in zsh: managed-fields completion zsh > "\${fpath[1]}/_managed-fields"
_managed_fields() {
  local -a commands
  commands=(
${list.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local command="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join('\n')}
  esac
}
compdef _managed_fields managed-fields
`;
}

function fish(commands: readonly DescribedCommand[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  const lines = commands.flatMap(({ name, summary, options }) => [
    `complete -c managed-fields -f -n 'not __fish_seen_subcommand_from ${names}' -a ${name} -d ${quoted(summary)}`,
    ...options.map(({ name: option, short, value, about, values }) =>
      [
        `complete -c managed-fields -n '__fish_seen_subcommand_from ${name}' -l ${option}`,
        ...(short === '' ? [] : [`-s ${short}`]),
        ...(value === '' ? [] : ['-r']),
        ...(values.length === 0 ? [] : [`-f -a '${values.join(' ')}'`]),
        `-d ${quoted(about)}`,
      ].join(' '),
    ),
  ]);
  return `# Completes managed-fields in fish: managed-fields completion fish > ~/.config/fish/completions/managed-fields.fish
${lines.join('\n')}
`;
}

function powershell(commands: readonly DescribedCommand[]): string {
  const rows = commands.map((command) => {
    const choices = choicesOf(command).map(({ name, values }) => `'--${name}' = '${values.join(' ')}'`);
    return `    '${command.name}' = @{ flags = '${flagsOf(command).join(' ')}'; choices = @{ ${choices.join('; ')} } }`;
  });
  return `# Completes managed-fields in PowerShell: managed-fields completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName managed-fields -ScriptBlock {
  param($word, $line, $position)
  $commands = @{
${rows.join('\n')}
  }
  $words = @($line.CommandElements | ForEach-Object { $_.ToString() })
  $done = if ($word -eq '') { $words.Count } else { $words.Count - 1 }
  $found = if ($done -le 1) { $commands.Keys }
  else {
    $command = $commands[$words[1]]
    $choices = if ($command) { $command.choices[$words[$done - 1]] }
    if ($choices) { $choices -split ' ' } elseif ($command -and $word -like '-*') { $command.flags -split ' ' }
  }
  $found | Sort-Object | Where-Object { $_ -like "$word*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}
