import { fetchOwnFile } from './own-file.ts';

/**
 * Whether the server has another version of this page by now: its scripts are others than those of the page that is open.
 * False where that cannot be found out.
 */
export async function isNewerServed(): Promise<boolean> {
  const own = [...document.querySelectorAll<HTMLScriptElement>('script[type=module][src]')].map(({ src }) => src);
  try {
    const response = await fetchOwnFile('./index.html', { cache: 'no-store' });
    const html = response.ok ? await response.text() : '';
    return html.includes('<script') && own.some((src) => !html.includes(src.slice(src.lastIndexOf('/') + 1)));
  } catch {
    return false;
  }
}
