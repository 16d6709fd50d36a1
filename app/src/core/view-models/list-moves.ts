/** How many rows a key such as PageDown goes on: those of a box, but for one that stays in sight. Sizes in pixels. */
export function pageOfRows(height: number | undefined, rowHeight: number): number {
  return Math.max(1, Math.floor((height ?? 200) / rowHeight) - 1);
}

/** Where a key leads in a list from a place, kept within the list; undefined for keys that lead nowhere. */
export function moveInList(key: string, at: number, count: number, page: number): number | undefined {
  const within = (to: number) => Math.max(0, Math.min(to, count - 1));
  switch (key) {
    case 'ArrowDown':
      return within(at + 1);
    case 'ArrowUp':
      return within(at - 1);
    case 'PageDown':
      return within(at + page);
    case 'PageUp':
      return within(at - page);
    case 'Home':
      return 0;
    case 'End':
      return within(count - 1);
    default:
      return undefined;
  }
}
