import type { Scenario } from '../scenario.ts';
import { isSecretVariable, isStandIn } from './names.ts';
import { looksRandom, shapesIn } from './shapes.ts';

/**
 * Whether a scenario may hold what nobody should see, looked at in haste and without reading YAML: where it says no,
 * `findSecrets` finds at most what a last-applied annotation remembers. For what happens by itself, such as writing
 * the address.
 */
export function mayHoldSecrets({ title, about = '', steps }: Scenario): boolean {
  const texts = steps.flatMap(({ text, files, name = '', note = '' }) => [
    text,
    name,
    note,
    ...Object.values(files ?? {}),
  ]);
  const commands = steps.filter(({ kind }) => kind === 'kubectl');
  return (
    [title, about, ...texts].some(isSuspect) ||
    commands.some(({ text }) => /\bsecrets?\b|\w=/i.test(text) && inLine(text))
  );
}

function isSuspect(text: string): boolean {
  if (/\bstringData\b|\bkind\\*["']?\s{0,9}:\s{0,9}\\*["']?Secret\b/.test(text)) return true;
  if (shapesIn(text, { settings: true }).length > 0) return true;
  const variables =
    /\bname\\*["']?\s{0,9}:\s{0,9}\\*["']?([\w.-]{1,100})\\*["']?\s{0,99},?\s{0,99}\\*["']?value\\*["']?\s{0,9}:\s{0,9}\\*["']?([^\s"'\\]{1,400})/g;
  return [...text.matchAll(variables)].some(
    ([, name = '', value = '']) => (isSecretVariable(name) && !isStandIn(value)) || looksRandom(value, name),
  );
}

/** A command that writes a Secret, or sets a variable. */
function inLine(line: string): boolean {
  if (/\bsecrets?\b/i.test(line) && /--from-literal|--from-env|(?:^|\s)(?:-p|--patch)/.test(line)) return true;
  return [...line.matchAll(/([\w./-]{1,100})=(?:"([^"]*)"|'([^']*)'|(\S*))/g)].some(
    ([, name = '', ...values]) =>
      isSecretVariable(name) || looksRandom(values.find((value) => value !== undefined) ?? '', name),
  );
}
