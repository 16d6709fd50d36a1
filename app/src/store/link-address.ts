import type { Scenario } from '@managed-fields/scenario';
import { encodeExample } from '@managed-fields/share-link';

/** What a link shows beside its scenario: it stands in the query, which holds nothing of the scenario. */
export interface LinkLook {
  /** The place of a step, from 1. */
  readonly step?: number | undefined;
  /** A view of the result, by its name in addresses. */
  readonly view?: string | undefined;
  readonly theme?: string | undefined;
}

/** An address below a folder, with its look in the query and its content in the fragment. */
export function addressIn(folder: string, page: string, fragment: string, look: LinkLook): string {
  const query = new URLSearchParams();
  if (look.step !== undefined && look.step > 1) query.set('step', String(look.step));
  if (look.view !== undefined && look.view !== 'object') query.set('view', look.view);
  if (look.theme !== undefined && look.theme !== 'auto') query.set('theme', look.theme);
  return `${folder}${page}${query.size === 0 ? '' : `?${query}`}#${fragment}`;
}

/** The address of the folder in which the page lies, with its slash. */
export function pageFolder(): string {
  return location.origin + location.pathname.replace(/[^/]*$/, '');
}

/** The short fragment of an example of the gallery, at a step where it is not the first. */
export function exampleFragment(name: string, { steps }: Scenario, step: string | undefined): string {
  const place = steps.findIndex(({ id }) => id === step);
  return encodeExample(name, place > 0 ? String(place + 1) : undefined);
}

/** What stands in the address while a draft is on screen: its name, and nothing of what it holds. */
export function draftFragment(id: string): string {
  return `d/${id}`;
}

/** The draft that a fragment names; undefined where it names none. */
export function draftInFragment(fragment: string): string | undefined {
  return /^d\/([a-z\d]{1,40})$/.exec(fragment)?.[1];
}
