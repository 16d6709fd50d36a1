import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';

/** One choice in a list. */
export interface Pickable {
  /** Unique within the list. */
  readonly id: string;
  readonly content: ReactNode;
  readonly disabled?: boolean;
  /** Whether it is the chosen one of several, or is switched on. */
  readonly checked?: boolean | undefined;
}

/** Choices under one heading. */
export interface PickGroup {
  readonly id: string;
  readonly heading: string;
  readonly items: readonly Pickable[];
}

interface PickListProps {
  /** The accessible name of the search field and of the list. */
  readonly label: string;
  readonly placeholder: string;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly groups: readonly PickGroup[];
  /** The text where the search finds nothing. */
  readonly none: string;
  /** The number of choices, for screen readers. */
  readonly count: string;
  /** The user pressed Enter on a choice, or clicked it. */
  readonly onPick: (id: string) => void;
  /** What a click does, where it is not the same as Enter. */
  readonly onClick?: (id: string) => void;
  /** The user moved to a choice without picking it. */
  readonly onLook?: (id: string) => void;
  /** The id of the choice that is current at first. */
  readonly start?: string | undefined;
  /** Drawn between the field and the list. */
  readonly children?: ReactNode;
}

/**
 * A search field over a list in groups. The focus stays in the field while arrow keys move through the list, Page Up
 * and Page Down move by eight, and Enter picks.
 */
export function PickList(props: PickListProps) {
  const {
    label,
    placeholder,
    query,
    onQuery,
    groups,
    none,
    count,
    onPick,
    onClick = onPick,
    onLook,
    start,
    children,
  } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const items = groups.flatMap((group) => group.items);
  const [wanted, setWanted] = useState(start);
  const active = items.find((item) => item.id === wanted) ?? items.find(({ disabled }) => disabled !== true);
  const place = active === undefined ? -1 : items.indexOf(active);
  const optionId = (at: number) => `${id}-${at}`;

  const look = useRef(onLook);
  useEffect(() => {
    look.current = onLook;
  });
  const activeId = active?.id;
  useEffect(() => {
    if (activeId !== undefined) look.current?.(activeId);
    box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (active !== undefined && active.disabled !== true) onPick(active.id);
      return;
    }
    const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const move = moves[event.key];
    if (move === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = nextPlace(items, place, move);
    setWanted(items[next]?.id);
  };

  let counted = -1;
  return (
    <>
      <input
        className="pick-field"
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={items.length > 0}
        aria-controls={items.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={active && optionId(place)}
        aria-autocomplete="list"
        placeholder={placeholder}
        value={query}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        data-first-focus
        onChange={({ target }) => {
          onQuery(target.value);
          setWanted(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      {children}
      <span className="hidden-text" role="status">
        {query === '' ? '' : count}
      </span>
      {items.length === 0 ? (
        <p className="pick-none">{none}</p>
      ) : (
        <div ref={box} id={`${id}-list`} className="pick-list" role="listbox" aria-label={label} tabIndex={-1}>
          {groups
            .filter((group) => group.items.length > 0)
            .map((group) => (
              // biome-ignore lint/a11y/useSemanticElements: a group of a list box is no fieldset.
              <div key={group.id} role="group" aria-label={group.heading}>
                {group.heading !== '' && (
                  <p className="pick-heading" aria-hidden="true">
                    {group.heading}
                  </p>
                )}
                {group.items.map((item) => {
                  counted++;
                  return (
                    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the choice.
                    // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys.
                    <div
                      key={item.id}
                      id={optionId(counted)}
                      className="pick-item"
                      role="option"
                      aria-selected={item === active}
                      aria-disabled={item.disabled}
                      aria-checked={item.checked}
                      onPointerDown={(event) => event.preventDefault()}
                      onClick={() => {
                        setWanted(item.id);
                        if (item.disabled !== true) onClick(item.id);
                      }}
                    >
                      {item.content}
                    </div>
                  );
                })}
              </div>
            ))}
        </div>
      )}
    </>
  );
}

/** Returns the place that a key leads to. A page stops at the ends; a single step goes round. */
function nextPlace(items: readonly Pickable[], from: number, move: number): number {
  const last = items.length - 1;
  if (Math.abs(move) > 1) return Math.max(0, Math.min(last, from + move));
  return (from + move + items.length) % Math.max(1, items.length);
}
