/** Scripts that let shells complete the commands of `antecede`. */
export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** Commands, and what may follow each. */
const words: Readonly<Record<string, readonly string[]>> = {
  login: ['--address'],
  logout: [],
  upload: ['--json', '--name', '--quiet'],
  datasets: ['list', 'join', 'delete', '--every', '--rebuild'],
  sources: [
    'list',
    'create',
    'fetch',
    'delete',
    '--url',
    '--s3',
    '--role',
    '--region',
    '--every',
    '--rebuild',
    '--wait',
  ],
  index: ['list', 'create', 'wait', 'rebuild', 'delete', '--dataset', '--text', '--wait'],
  keys: ['list', 'create', 'rotate', 'delete', '--name', '--overlap'],
  types: ['--language'],
  query: ['--endpoint', '--request', '--syntax'],
  export: ['--endpoint', '--request', '--syntax', '--text'],
  mcp: ['--endpoint'],
  completion: [...shells],
};

const commands = Object.keys(words);

/** Completes file names where no word is left. */
const bash = () => `_antecede() {
  local word=\${COMP_WORDS[COMP_CWORD]} words
  if [ "$COMP_CWORD" -eq 1 ]; then words="${commands.join(' ')}"
  else case \${COMP_WORDS[1]} in
${Object.entries(words)
  .map(([name, after]) => `    ${name}) words="${after.join(' ')}" ;;`)
  .join('\n')}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _antecede antecede
`;

const fish = () =>
  [
    `complete -c antecede -n __fish_use_subcommand -a "${commands.join(' ')}"`,
    ...Object.entries(words).map(
      ([name, after]) =>
        `complete -c antecede -n "__fish_seen_subcommand_from ${name}" -a "${after.join(' ')}"`,
    ),
    '',
  ].join('\n');

/** The script of a shell. */
export function completionOf(shell: Shell): string {
  if (shell === 'fish') return fish();
  return shell === 'zsh' ? `autoload -U +X bashcompinit && bashcompinit\n${bash()}` : bash();
}
