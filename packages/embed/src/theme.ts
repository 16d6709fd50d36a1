/** Where sites of documentation write which theme they are in: Docusaurus, Hugo, VitePress, Bootstrap, Primer. */
const marks = '.dark,.light,[data-theme],[data-bs-theme],[data-color-mode]';

/**
 * The theme of the page around an element. A mark on an ancestor that says `dark` or `light` decides; without one the
 * colour of the text round the element does, so that a page that knows no dark theme gets no dark frame.
 */
export function hostTheme(element: Element): 'light' | 'dark' {
  const marked = element.closest<HTMLElement>(marks);
  const { theme, bsTheme, colorMode } = marked?.dataset ?? {};
  const word = /\b(dark|light)\b/.exec([theme, bsTheme, colorMode, marked?.className].join(' '))?.[1];
  if (word !== undefined) return word as 'dark' | 'light';
  return lightnessOf(getComputedStyle(element).color) > 0.5 ? 'dark' : 'light';
}

/** Calls back, until the signal, whenever the theme of the page may have changed. */
export function watchHostTheme(changed: () => void, signal: AbortSignal): void {
  let faded: ReturnType<typeof setTimeout>;
  const look = () => {
    changed();
    // Where the page fades from one theme to the other, its text has the final colour only after that.
    clearTimeout(faded);
    faded = setTimeout(changed, 500);
  };
  const observer = new MutationObserver(look);
  for (const element of [document.documentElement, document.body]) observer.observe(element, { attributes: true });
  signal.addEventListener('abort', () => observer.disconnect());
  matchMedia('(prefers-color-scheme:dark)').addEventListener('change', look, { signal });
}

/** From 0 to 1, roughly, of a computed colour in any of the forms that browsers write. */
function lightnessOf(color: string): number {
  const [first = 0, second = 0, third = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  if (/^okl/.test(color)) return first;
  if (/^l/.test(color)) return first / 100;
  return (first * 2 + second * 5 + third) / (/^rgb/.test(color) ? 2040 : 8);
}
