import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { fetchCode, prefetched } from '../code/fetch-code.ts';
import { afterFirstView } from '../engine/when-idle.ts';
import { MissingPart } from './missing-part.tsx';

/** A component that is fetched later. `preload` resolves when it can be drawn at once. */
export type LazyPane<Props> = ComponentType<Props> & { readonly preload: () => Promise<void> };

interface LazyOptions {
  /** Drawn until the component is there. */
  readonly fallback?: ReactNode;
  /** Whether it is fetched when the browser is idle, by default; else only when it is first drawn. */
  readonly whenIdle?: boolean;
}

/**
 * A component that is fetched when it is first drawn, after the first view, or when the browser is idle. Two things
 * more than `React.lazy`: what is there already is drawn at once, where React would show the fallback for 300 ms; and
 * what could not be fetched says so, and is fetched again when it is drawn anew, where React would remember the failure.
 */
export function lazyPane<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback = null, whenIdle = true }: LazyOptions = {},
): LazyPane<Props> {
  const preload = async () => {
    Component = await fetchCode(load);
  };
  const Missing = () => <MissingPart load={load} inPlace={fallback !== null} />;
  const fetched = () =>
    lazy<ComponentType<Props>>(async () => {
      try {
        await afterFirstView();
        await preload();
        return { default: Component };
      } catch {
        Component = fetched();
        return { default: Missing };
      }
    });
  let Component: ComponentType<Props> = fetched();
  if (whenIdle) prefetched.push(preload);
  function Pane(props: Props) {
    // While it is drawn it stays the same component, with its state.
    const [Drawn] = useState(() => Component);
    return (
      <Suspense fallback={fallback}>
        <Drawn {...props} />
      </Suspense>
    );
  }
  return Object.assign(Pane, { preload });
}
