import { shellWord } from '@managed-fields/foreign-text';
import { declaredLast } from '@managed-fields/player';
import type { NewStep, Scenario } from '@managed-fields/scenario';

/**
 * Returns a client-side apply of what was declared last before a place, so that it declares nothing that a server filled
 * in; of `blank` where nothing was.
 */
export function newCommand(scenario: Scenario, at: number, blank: string): NewStep & { readonly kind: 'kubectl' } {
  const { text, name } = declaredLast(scenario, at) ?? { text: blank };
  return commandOn(text, name);
}

/** Returns a client-side apply of a text, which becomes a file of the step. */
export function commandOn(
  text: string,
  name = `${/^ {2}name: ([a-z0-9][a-z0-9.-]*)$/m.exec(text)?.[1] ?? 'object'}.yaml`,
): NewStep & { readonly kind: 'kubectl' } {
  return { kind: 'kubectl', text: `kubectl apply -f ${shellWord(name)}`, files: { [name]: text } };
}
