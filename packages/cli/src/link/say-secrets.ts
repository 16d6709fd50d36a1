import { terminalLine } from '@managed-fields/foreign-text';
import type { SecretFinding, SecretKind } from '@managed-fields/redact';
import type { Scenario } from '@managed-fields/scenario';

const whatItIs: Readonly<Record<SecretKind, string>> = {
  unchecked: 'speaks of a secret and cannot be read, so it was left out whole',
  secret: 'a value of a Secret',
  'last-applied': 'a value that only the last-applied annotation has',
  named: 'named like a password, token or key',
  token: 'has the form of a token or key',
  'sign-in': 'signs in somewhere',
  random: 'not known to be plain: it looks random, or is encoded',
};

/** How many findings are listed. */
const mostListed = 20;

/**
 * Says on several lines what was found in a scenario, and whether it was replaced; nothing where nothing was found.
 * `plain`: the values that the user said are no secrets.
 */
export function secretsSentence(
  findings: readonly SecretFinding[],
  scenario: Scenario,
  kept: boolean,
  plain: readonly string[],
): string {
  const stays = findings.filter(({ left, value }) => kept || left !== undefined || plain.includes(value));
  const replaced = findings.filter((finding) => !stays.includes(finding));
  return [
    ...listed(`Replaced ${count(replaced)} (--plain PATH leaves one, --keep-secrets all):`, replaced, scenario),
    ...listed(`Left as they are: ${count(stays)}:`, stays, scenario),
  ].join('');
}

function listed(head: string, findings: readonly SecretFinding[], scenario: Scenario): readonly string[] {
  if (findings.length === 0) return [];
  const rows = findings.slice(0, mostListed).map(({ kind, path, line, stepId, left }) => {
    const step = scenario.steps.findIndex(({ id }) => id === stepId);
    const place = `${path === '' ? '' : `${terminalLine(path)}, `}line ${line} of step ${step + 1}`;
    return `  ${place}: ${whatItIs[kind]}${left === undefined ? '' : ', but the key of a list item'}\n`;
  });
  const more = findings.length - rows.length;
  return [`${head}\n`, ...rows, ...(more > 0 ? [`  and ${more} more\n`] : [])];
}

function count({ length }: readonly unknown[]): string {
  return length === 1 ? '1 value that looks secret' : `${length} values that look secret`;
}
