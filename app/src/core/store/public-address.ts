import { frontToken, useFront } from './front.ts';
import { pageFolder } from './link-address.ts';
import { usePreferences } from './preferences.ts';

/** Hosts that lead every reader to their own machine. A browser writes other forms of them as one of these. */
const ownMachine = /^(?:|localhost|.*\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])\.?$/;

/** The folder of a page, with its slash, and whether it can be opened on this machine alone. */
export interface PublicFolder {
  readonly folder: string;
  readonly isLocal: boolean;
}

/** Reads the address of a page as somebody typed it; undefined where it is none of `http` or `https`. */
export function readPublicAddress(text: string): PublicFolder | undefined {
  const typed = text.trim();
  const address = /^https?:\/\//i.test(typed) && URL.canParse(typed) ? new URL(typed) : undefined;
  if (address === undefined || address.username !== '' || address.password !== '') return undefined;
  const { pathname } = address;
  // The name of a page goes, as it does where the page says its own address.
  const path = pathname.endsWith('.html') ? pathname.slice(0, pathname.lastIndexOf('/') + 1) : pathname;
  const folder = address.origin + (path.endsWith('/') ? path : `${path}/`);
  return { folder, isLocal: ownMachine.test(address.hostname) };
}

/** Whether nobody else can open this page by its own address: it is served on this machine, or lies there as a file. */
export function isOwnMachine(): boolean {
  return ownMachine.test(location.hostname);
}

/**
 * Whether a page on this machine may make links to itself, where its reader says so. Beside a cluster it may not: there
 * the address is that of a port to the cluster, for as long as the front runs.
 */
export function mayLinkHere(): boolean {
  return frontToken === undefined && !new URLSearchParams(location.search).has('cluster');
}

/**
 * The folder that links, embed code and Markdown are made for, with its slash; undefined where only this machine can open
 * this page, and nobody said yet where others open it.
 */
export function sharedFolder(ofFront = useFront.getState().pageAddress, kept = usePreferences.getState().pageAddress) {
  if (!isOwnMachine()) return pageFolder();
  const [named, typed] = [ofFront, kept].map((each) => readPublicAddress(each ?? ''));
  if (named !== undefined && !named.isLocal) return named.folder;
  return typed === undefined || (typed.isLocal && !mayLinkHere()) ? undefined : typed.folder;
}

/** The same, drawn anew where it changes. */
export function useSharedFolder(): string | undefined {
  return sharedFolder(
    useFront((state) => state.pageAddress),
    usePreferences((state) => state.pageAddress),
  );
}
