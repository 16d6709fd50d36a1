import { nonceFragment, type WrittenSettings } from './protocol.ts';

/**
 * What the frame may do. Scripts, because it is a program; its own origin, because its worker needs one (the origin of
 * the playground, never the host's, so that the frame cannot lift its own sandbox); new tabs without a sandbox, for
 * `Open in playground`. Not: forms, dialogs, downloads, or leading the host's page elsewhere.
 */
const sandbox = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';

/** A frame without an address. `tokens` take the place of the sandbox's where the author gave some. */
export function makeFrame(title: string, tokens: string | null): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.setAttribute('sandbox', tokens ?? sandbox);
  frame.referrerPolicy = 'no-referrer';
  frame.allow = 'clipboard-write';
  return frame;
}

/** The address of `embed.html` with all that an address can say: settings and a fragment; contents without one are to be loaded. */
export function frameAddress(
  folder: string,
  settings: WrittenSettings & { readonly title?: string | undefined },
  shown: string | undefined,
  nonce: string,
): URL {
  const address = new URL('embed.html', folder);
  for (const [name, value] of Object.entries(settings))
    if (value !== undefined) address.searchParams.set(name, `${value}`);
  address.hash = nonceFragment(nonce, shown);
  return address;
}

/**
 * Whether a message comes from a frame while it shows a page of the expected origin, or one without any, as in a sandbox:
 * that it is the page that the frame was given, its nonce says.
 */
export function isOurs({ source, origin }: MessageEvent, frame: HTMLIFrameElement, expected: string): boolean {
  return source === frame.contentWindow && (origin === expected || origin === 'null');
}

/** The folder of the playground as an address that ends in a slash; empty where no page can lie there. */
export function folderOf(written: string): string {
  const link = document.createElement('a');
  link.href = written.replace(/\/?$/, '/');
  return /^(http|file)/.test(link.protocol) ? link.href : '';
}
