import type { TypeCatalog } from '@managed-fields/api-server';
import type { PlayedVersion } from '@managed-fields/kubernetes-types';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { managedFieldsOf, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { type AnnotatedText, answerQuestion, loadOnNeed, type RunOptions, run } from '@managed-fields/player';
import { newScenario, type Scenario } from '@managed-fields/scenario';
import { printYaml } from '@managed-fields/source';

/** An object as kubectl prints it, with its owners; or why it is not read, as when it is too large. */
export type OwnedObject = Owned | { readonly kind: 'unread'; readonly message: string };

/** An object that was read. */
export interface Owned {
  readonly kind: 'owned';
  readonly annotated: AnnotatedText;
  /** Why a server would refuse the object; undefined where it would not. */
  readonly refusal: string | undefined;
  /** The command that brings its managedFields, where it has none. */
  readonly command: string | undefined;
  /** The entries at versions that the server does not serve for the kind: the next write takes them out. */
  readonly unserved: readonly { readonly manager: string; readonly apiVersion: string }[];
  /** The managers whose entries cannot be decoded: what they own is not known. */
  readonly undecoded: readonly string[];
}

/**
 * Finds the owners of an object's fields: plays a scenario whose one step is the object, as the page does when somebody
 * pastes it.
 */
export async function ownedObject(object: ValueMap, kubernetes: PlayedVersion): Promise<OwnedObject> {
  const pasted = newScenario('', [{ kind: 'live', text: printYaml(object).text }]);
  const scenario = { ...pasted, kubernetes };
  const catalog = await loadKubernetesTypes(kubernetes);
  const owned = await loadOnNeed(() => ownersIn(scenario, { catalog, selected: scenario.steps[0]?.id }));
  return owned.kind === 'owned' ? { ...owned, unserved: unservedEntries(object, catalog) } : owned;
}

/** The owners of the fields of the object that is the one step of a scenario. */
function ownersIn(scenario: Scenario, options: RunOptions): Exclude<OwnedObject, Owned> | Omit<Owned, 'unserved'> {
  const { outcomes, view } = run(scenario, options);
  const [outcome] = outcomes;
  if (view?.own === undefined) {
    return { kind: 'unread', message: outcome?.message ?? outcome?.problems[0]?.message ?? 'it cannot be read' };
  }
  const notice = view.notices.find(({ code }) => code === 'no-managed-fields');
  return {
    kind: 'owned',
    annotated: view.own,
    refusal: outcome?.status === 'error' ? (outcome.message ?? 'it cannot be read') : undefined,
    command: notice?.data['command'],
    undecoded: undecoded(scenario, view.own, options),
  };
}

/**
 * The entries of a built-in kind at versions that it does not have. Upstream: apimachinery managedfields versionconverter.go,
 * by which structured-merge-diff drops a manager whose version is missing.
 */
function unservedEntries(object: ValueMap, catalog: TypeCatalog): Owned['unserved'] {
  const [apiVersion, kind] = [stringAt(object, 'apiVersion') ?? '', stringAt(object, 'kind') ?? ''];
  if (catalog.findKind(apiVersion, kind) === undefined) return [];
  return managedFieldsOf(object).flatMap((entry) => {
    const at = stringAt(entry, 'apiVersion') ?? '';
    const isServed = at === '' || at === apiVersion || catalog.findKind(at, kind) !== undefined;
    return isServed ? [] : [{ manager: stringAt(entry, 'manager') ?? '', apiVersion: at }];
  });
}

/** The managers of entries that cannot be decoded. Only an entry that owns nothing can be one. */
function undecoded(scenario: Scenario, { managers }: AnnotatedText, options: RunOptions): readonly string[] {
  const [step] = scenario.steps;
  if (step === undefined || managers.every(({ fieldCount }) => fieldCount > 0)) return [];
  const view = answerQuestion<'entries'>(scenario, { kind: 'entries', stepId: step.id }, options);
  return (view?.entries ?? []).flatMap(({ manager, broken }) => (broken === undefined ? [] : [manager]));
}
