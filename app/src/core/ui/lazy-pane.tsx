import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { fetchCode, isNewerServed, prefetched, tellMissing, useMissing } from '../code/fetch-code.ts';
import { afterFirstView } from '../engine/when-idle.ts';
import { words } from '../words/language.ts';
import { Banner } from './banner.tsx';

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

interface MissingPartProps {
  readonly load: () => Promise<unknown>;
  /** Whether the sentence is drawn here; else it is drawn above the panes. */
  readonly inPlace: boolean;
}

/** Drawn in place of a part of the page that could not be fetched. */
function MissingPart({ load, inPlace }: MissingPartProps) {
  useEffect(() => {
    if (!inPlace) tellMissing(load);
  }, [load, inPlace]);
  if (!inPlace) return null;
  return (
    <div className="pane-empty" role="alert">
      <MissingText />
    </div>
  );
}

/** Says above the panes that code could not be fetched which the user asked for. */
export function MissingBanner() {
  const { wanted } = useMissing();
  if (wanted.size === 0) return null;
  return (
    <Banner tone="bad">
      <MissingText />
    </Banner>
  );
}

/** Says that code could not be fetched, and why where a newer version was deployed, with a button that reloads. */
export function MissingText() {
  const [newer, setNewer] = useState(false);
  useEffect(() => void isNewerServed().then(setNewer), []);
  return (
    <>
      <span>{newer ? words.page.deployed : words.page.missing}</span>
      <button type="button" className="btn btn-small" onClick={() => location.reload()}>
        {words.page.reload}
      </button>
    </>
  );
}
