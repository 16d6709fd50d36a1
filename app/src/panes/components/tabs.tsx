import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

interface TabsProps<Name extends string> {
  /** The accessible name of the tabs. */
  readonly label: string;
  readonly className: string;
  readonly tabs: readonly { readonly name: Name; readonly text: ReactNode }[];
  readonly open: Name;
  readonly onOpen: (name: Name) => void;
  readonly panelClassName?: string;
  /** Drawn beside the tabs: actions for the open one. */
  readonly acts?: ReactNode;
  /** The content of the open tab. */
  readonly children: ReactNode;
}

/** Tabs and the panel of the open one; arrow keys, Home and End move between them. */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, className, tabs, open, onOpen, panelClassName, acts, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ name }) => name === open);
    const to = target(event.key, at, tabs.length);
    const next = to === undefined ? undefined : tabs[to];
    if (next === undefined) return;
    event.preventDefault();
    onOpen(next.name);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.name}"]`)?.focus();
  };
  const row = (
    <div ref={list} className={className} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map(({ name, text }) => (
        <button
          key={name}
          id={`${id}-${name}`}
          data-tab={name}
          type="button"
          role="tab"
          aria-selected={name === open}
          aria-controls={`${id}-panel`}
          tabIndex={name === open ? 0 : -1}
          onClick={() => onOpen(name)}
        >
          {text}
        </button>
      ))}
    </div>
  );
  return (
    <>
      {acts === undefined ? (
        row
      ) : (
        <div className={`${className}-row`}>
          {row}
          {acts}
        </div>
      )}
      <div
        className={panelClassName ?? 'tab-panel'}
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${open}`}
      >
        {children}
      </div>
    </>
  );
}

function target(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowLeft':
      return (at + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
