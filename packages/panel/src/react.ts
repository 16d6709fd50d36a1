import { definePanel, type ManagedFieldsPanel, type PanelSubject, panelName } from './panel.ts';

/**
 * What of a host's React is used: what React 16.8 has and every later one. The element below is told its subject in an effect,
 * since only React 19 sets properties of custom elements.
 */
export interface HostReact {
  createElement(type: string, attributes: object): unknown;
  useLayoutEffect(effect: () => void): void;
  useRef(nothing: null): { readonly current: unknown };
}

/** A component of the host's React that shows what `subjectOf` makes of its properties. `react` is asked when it is drawn. */
export function panelComponent<Given>(
  react: () => HostReact,
  subjectOf: (given: Given) => PanelSubject,
): (given: Given) => unknown {
  return (given) => {
    const { createElement, useLayoutEffect, useRef } = react();
    const ref = useRef(null);
    useLayoutEffect(() => {
      definePanel();
      if (ref.current !== null) (ref.current as ManagedFieldsPanel).subject = subjectOf(given);
    });
    return createElement(panelName, { ref });
  };
}
