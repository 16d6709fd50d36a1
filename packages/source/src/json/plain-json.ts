/** What `JSON.parse` makes of a text; undefined where it is no JSON. */
export function plainJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
