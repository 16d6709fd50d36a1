import type { Locator } from '@playwright/test';

/** An element, or a pseudo-element of it, with its computed style. */
interface Styled {
  readonly name: string;
  readonly style: Readonly<Record<string, string>>;
}

/** How everything in a static view is drawn, at a width that is the same for all. */
export function stylesOf(view: Locator): Promise<readonly Styled[]> {
  return view.evaluate((root: HTMLElement) => {
    root.style.setProperty('width', '640px', 'important');
    // A theme that fades has its last colours at the end of the transition.
    for (const animation of document.getAnimations()) animation.finish();
    const styled = [root, ...root.querySelectorAll('*')].flatMap((element) =>
      ['', '::before', '::after', '::marker'].map((pseudo) => {
        const computed = getComputedStyle(element, pseudo);
        const drawn = pseudo === '' || !/^(none|normal)$/.test(computed.content);
        const style: Readonly<Record<string, string>> = Object.fromEntries(
          [...computed]
            .filter((name) => drawn && !name.startsWith('--'))
            .map((name) => [name, computed.getPropertyValue(name)]),
        );
        return { name: `${element.localName}.${element.className}${pseudo}`, style };
      }),
    );
    root.style.removeProperty('width');
    return styled;
  });
}

/** What may differ: the scheme is what it comes to. */
const free = /^color-scheme$/;

/** Each property that is otherwise than expected, with both values. */
export function differences(own: readonly Styled[], expected: readonly Styled[]): readonly string[] {
  if (own.length !== expected.length) return [`${own.length} elements instead of ${expected.length}`];
  return own.flatMap(({ name, style }, index) =>
    Object.entries(expected[index]?.style ?? {}).flatMap(([property, value]) =>
      free.test(property) || style[property] === value ? [] : [`${name} ${property}: ${style[property]} (${value})`],
    ),
  );
}
