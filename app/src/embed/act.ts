/** What a click on an element does, and the name by which it stays the same element when it is drawn anew. */
export function act(name: string, value: string | number, key: string): Readonly<Record<string, string>> {
  return { 'data-act': name, 'data-value': String(value), 'data-key': key };
}
