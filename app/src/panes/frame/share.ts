import type { LinkFailure } from '@managed-fields/share-link';
import { create } from 'zustand';
import { words } from '../../language/language.ts';
import { linkToHere } from '../../store/address.ts';
import { useScenario } from '../../store/scenario-store.ts';
import { say } from '../parts/say.ts';

/** How sharing stands: nothing asked, the link is in the clipboard, it must be copied by hand, or there is none. */
export type ShareState =
  | { readonly kind: 'idle' | 'copied' }
  | { readonly kind: 'by-hand'; readonly url: string }
  | { readonly kind: 'failed'; readonly failure: LinkFailure };

/** The store of sharing, which begins at the button, by its keys and in the palette. */
export const useShare = create<{ readonly state: ShareState }>(() => ({ state: { kind: 'idle' } }));

let timer: ReturnType<typeof setTimeout> | undefined;

/** Copies the link to what is on screen. */
export async function share(): Promise<void> {
  clearTimeout(timer);
  const link = linkToHere(useScenario.getState());
  if (link.kind === 'failure') return useShare.setState({ state: { kind: 'failed', failure: link } });
  try {
    await navigator.clipboard.writeText(link.url);
    useShare.setState({ state: { kind: 'copied' } });
    say(words.links.copied);
    timer = setTimeout(endShare, 2500);
  } catch {
    useShare.setState({ state: { kind: 'by-hand', url: link.url } });
  }
}

/** Takes away what was said of sharing. */
export function endShare(): void {
  clearTimeout(timer);
  useShare.setState({ state: { kind: 'idle' } });
}
