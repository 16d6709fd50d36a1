import type { Scenario } from '@managed-fields/scenario';
import { encodeExample, withoutTail } from '@managed-fields/share-link';

/** What a link shows first. It is in the query, which has nothing of the scenario. */
export interface LinkLook {
  /** The place of a step, from 1. */
  readonly step?: number | undefined;
  /** A view of the result, by its name in addresses. */
  readonly view?: string | undefined;
  readonly theme?: string | undefined;
}

/** Returns an address in a folder, with the look in its query and the content in its fragment. */
export function addressIn(folder: string, page: string, fragment: string, look: LinkLook): string {
  const query = new URLSearchParams();
  if (look.step !== undefined && look.step > 1) query.set('step', String(look.step));
  if (look.view !== undefined && look.view !== 'object') query.set('view', look.view);
  if (look.theme !== undefined && look.theme !== 'auto') query.set('theme', look.theme);
  return `${folder}${page}${query.size === 0 ? '' : `?${query}`}#${fragment}`;
}

/** Returns the address of the folder of the page, with its slash. */
export function pageFolder(): string {
  return location.origin + location.pathname.replace(/[^/]*$/, '');
}

/** Returns the short fragment of an example, with its step where that is not the first. */
export function exampleFragment(name: string, { steps }: Scenario, step: string | undefined): string {
  const place = steps.findIndex(({ id }) => id === step);
  return encodeExample(name, place > 0 ? String(place + 1) : undefined);
}

/** Returns the fragment of a draft: its id, and nothing of its content. */
export function draftFragment(id: string): string {
  return `d/${id}`;
}

/** Returns the id of the draft that a fragment names; undefined where it names none. */
export function draftInFragment(fragment: string): string | undefined {
  return /^d\/([a-z\d]{1,40})$/.exec(withoutTail(fragment))?.[1];
}
