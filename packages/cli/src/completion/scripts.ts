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

/** Names of files are left to the shell, which knows how it quotes them. Bash splits `--output=json` at its sign. */
function bash(commands: readonly DescribedCommand[]): string {
  const cases = commands.map((command) => {
    const choices = choicesOf(command).map(
      ({ name, short, values }) =>
        `        --${name}${short === '' ? '' : `|-${short}`}) words='${values.join(' ')}' ;;`,
    );
    return `    ${command.name})
      flags='${flagsOf(command).join(' ')}'
      case "$before" in
${[...choices, `        *) words='${command.words.join(' ')}' ;;`].join('\n')}
      esac ;;`;
  });
  return `# Completes managed-fields in bash: source <(managed-fields completion bash)
_managed_fields() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" flags='' words=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')} --version' -- "$word"))
    return
  fi
  [ "$before" = '=' ] && before="\${COMP_WORDS[COMP_CWORD-2]}"
  [ "$word" = '=' ] && word=''
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$word")) ;;
    *) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
  esac
}
complete -o default -F _managed_fields managed-fields
`;
}

/** A text in single quotes of zsh, without what has a meaning in a description. */
function zshQuoted(text: string): string {
  return `'${text
    .replace(/[[\]'\\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()}'`;
}

function zsh(commands: readonly DescribedCommand[]): string {
  const list = commands.map(({ name, summary }) => `    '${name}:'${zshQuoted(summary)}`);
  const cases = commands.map((command) => {
    const args = command.options.flatMap(({ name, short, value, about, values }) => {
      const action = values.length > 0 ? `:value:(${values.join(' ')})` : value === '' ? '' : `:value:_files`;
      // What follows a name says that the value may stand behind a sign, or right behind the letter.
      const names = [`--${name}${value === '' ? '' : '='}`, ...(short === '' ? [] : [`-${short}+`])];
      return names.map((each) => `      '*${each}['${zshQuoted(about)}']${action}'`);
    });
    const words = command.words.length === 0 ? `'*:file:_files'` : `'1:word:(${command.words.join(' ')})'`;
    return `    ${command.name})
      _arguments \\
${[...args, `      '--help[how it is used]'`, `      ${words}`].join(' \\\n')} ;;`;
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
# From a folder of fpath it is the function itself, which is called for the first completion.
if [[ "\${funcstack[1]-}" == _managed-fields ]]; then _managed_fields "$@"; else compdef _managed_fields managed-fields; fi
`;
}

/** A text in single quotes of fish. */
function fishQuoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

function fish(commands: readonly DescribedCommand[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  const lines = commands.flatMap(({ name, summary, options, words }) => [
    `complete -c managed-fields -f -n 'not __fish_seen_subcommand_from ${names}' -a ${name} -d ${fishQuoted(summary)}`,
    ...(words.length === 0
      ? []
      : [`complete -c managed-fields -f -n '__fish_seen_subcommand_from ${name}' -a '${words.join(' ')}'`]),
    ...options.map(({ name: option, short, value, about, values }) =>
      [
        `complete -c managed-fields -n '__fish_seen_subcommand_from ${name}' -l ${option}`,
        ...(short === '' ? [] : [`-s ${short}`]),
        ...(value === '' ? [] : ['-r']),
        ...(values.length === 0 ? [] : [`-f -a '${values.join(' ')}'`]),
        `-d ${fishQuoted(about)}`,
      ].join(' '),
    ),
  ]);
  return `# Completes managed-fields in fish: managed-fields completion fish > ~/.config/fish/completions/managed-fields.fish
${lines.join('\n')}
`;
}

function powershell(commands: readonly DescribedCommand[]): string {
  const rows = commands.map((command) => {
    const choices = choicesOf(command).flatMap(({ name, short, values }) =>
      [`--${name}`, ...(short === '' ? [] : [`-${short}`])].map((each) => `'${each}' = '${values.join(' ')}'`),
    );
    return `    '${command.name}' = @{ flags = '${flagsOf(command).join(' ')}'; words = '${command.words.join(' ')}'; choices = @{ ${choices.join('; ')} } }`;
  });
  return `# Completes managed-fields in PowerShell: managed-fields completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName managed-fields -ScriptBlock {
  param($word, $line, $position)
  $commands = @{
${rows.join('\n')}
  }
  $words = @($line.CommandElements | Where-Object { $_.Extent.StartOffset -lt $position } | ForEach-Object { $_.ToString() })
  $done = if ($word -eq '') { $words.Count } else { $words.Count - 1 }
  $found = if ($done -le 1) { $commands.Keys }
  else {
    $command = $commands[$words[1]]
    $before = $words[$done - 1]
    if ($word -match '^(--[a-z-]+=)(.*)$') { $begun, $before, $word = $Matches[1], $Matches[1].TrimEnd('='), $Matches[2] }
    $choices = if ($command) { $command.choices[$before] }
    if ($choices) { $choices -split ' ' } elseif ($command) { ($(if ($word -like '-*') { $command.flags } else { $command.words }) -split ' ') -ne '' }
  }
  $found | Sort-Object | Where-Object { $_.StartsWith($word) } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new("$begun$_", $_, 'ParameterValue', $_)
  }
}
`;
}
