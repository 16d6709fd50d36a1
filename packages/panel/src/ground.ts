/** Whether a place of a page is light or dark: by the first colour behind it, whatever theme that comes from. */
export function groundOf(element: Element): 'light' | 'dark' {
  for (const each of upwards(element)) {
    const colour = readColour(getComputedStyle(each).backgroundColor);
    if (colour !== undefined && colour.alpha > 0.5) return colour.light < 128 ? 'dark' : 'light';
  }
  const scheme = getComputedStyle(element).colorScheme;
  return scheme === 'dark' || (scheme.includes('dark') && matchMedia('(prefers-color-scheme: dark)').matches)
    ? 'dark'
    : 'light';
}

/** The elements around an element, through shadow roots. */
export function* upwards(element: Element): Iterable<Element> {
  let at: Node | null = element.parentNode;
  while (at !== null) {
    if (at instanceof Element) yield at;
    at = at instanceof ShadowRoot ? at.host : at.parentNode;
  }
}

/** Reads `rgb(…)` and `rgba(…)`, in which browsers give computed colours; how light it is, from 0 to 255. */
function readColour(text: string): { readonly light: number; readonly alpha: number } | undefined {
  const read = /^rgba?\((\d+(?:\.\d+)?), (\d+(?:\.\d+)?), (\d+(?:\.\d+)?)(?:, (\d+(?:\.\d+)?))?\)$/.exec(text);
  if (read === null) return undefined;
  const [red = 0, green = 0, blue = 0] = read.slice(1, 4).map(Number);
  return { light: 0.299 * red + 0.587 * green + 0.114 * blue, alpha: read[4] === undefined ? 1 : Number(read[4]) };
}
