import { attempt } from '@managed-fields/api-server';
import { loadKnownFile } from '@managed-fields/known-definitions';

/** What a plugin does not bring along was needed. */
export class NotInPlugin extends Error {
  override readonly name = 'NotInPlugin';
}

/**
 * Computes something with the engine, as far as a plugin has it: one script without a second file brings neither
 * definitions of custom kinds nor admission. Rejects with `NotInPlugin` where these are needed. A kind whose definition is
 * nowhere is taken as its object's entries prove it.
 */
export async function computed<Value>(compute: () => Value): Promise<Value> {
  const asked = new Set<string>();
  for (;;) {
    const attempted = attempt(compute);
    if (attempted.kind === 'done') return attempted.value;
    const known = attempted.modules.flatMap((name) => (name.startsWith('known/') ? [name.slice('known/'.length)] : []));
    const fresh = known.filter((name) => !asked.has(name));
    if (fresh.length === 0) throw new NotInPlugin();
    for (const name of fresh) asked.add(name);
    await Promise.all(fresh.map((name) => loadKnownFile(name)));
  }
}
