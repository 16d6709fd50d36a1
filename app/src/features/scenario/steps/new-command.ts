import { shellWord } from '@managed-fields/foreign-text';
import { isMap, listAt, mapAt, stringAt } from '@managed-fields/merge-engine';
import { declaredLast } from '@managed-fields/player';
import type { NewStep, Scenario, ToolSettings } from '@managed-fields/scenario';
import { readDocuments } from '@managed-fields/source';

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

/** Returns a release by Helm of what was declared last before a place; of `blank` where nothing was. */
export function newToolStep(scenario: Scenario, at: number, blank: string): NewStep & { readonly kind: 'tool' } {
  const earlier = scenario.steps.slice(0, at).findLast((step) => step.kind === 'tool');
  const { text } = declaredLast(scenario, at) ?? { text: blank };
  return { kind: 'tool', tool: earlier?.tool ?? helmRelease(text), text };
}

/** The settings of a Helm release of a text, called as its first object. */
export function helmRelease(text: string): ToolSettings {
  const name = /^ {2}name: ([a-z0-9][a-z0-9.-]*)$/m.exec(text)?.[1] ?? 'web';
  return { name: 'helm', options: { release: name } };
}

/** An object of the kind that a definition defines, named as an outcome names it; undefined where the text defines none. */
export function definedObject(text: string): string | undefined {
  const definition = readDocuments(text)[0]?.value;
  const spec = definition !== undefined && isMap(definition) ? mapAt(definition, 'spec') : undefined;
  const names = mapAt(spec, 'names');
  const versions = (listAt(spec, 'versions') ?? []).filter(isMap);
  const version = versions.find((each) => each.get('storage') === true) ?? versions[0];
  const [group, kind, name] = [stringAt(spec, 'group'), stringAt(names, 'kind'), stringAt(version, 'name')];
  if (group === undefined || kind === undefined || name === undefined) return undefined;
  const place = stringAt(spec, 'scope') === 'Cluster' ? 'example' : 'default/example';
  return `${group}/${name} ${kind} ${place}`;
}
