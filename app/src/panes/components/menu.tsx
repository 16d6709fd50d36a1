import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { VisibleText } from '../../editor/visible-text.tsx';

/** One entry of a menu; a heading has no action. */
export type MenuItem =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'note'; readonly text: string }
  | {
      readonly kind: 'action';
      readonly text: string;
      readonly hint?: string | undefined;
      readonly keys?: string;
      readonly disabled?: boolean;
      /** Whether it is the chosen one of several. */
      readonly checked?: boolean;
      /** `checked` is about this entry alone: on or off. */
      readonly alone?: boolean;
      readonly run: () => void;
    };

interface MenuProps {
  readonly label: string;
  readonly button: ReactNode;
  readonly className?: string;
  readonly align?: 'start' | 'end';
  readonly wide?: boolean;
  /** Makes the entries when the menu opens; fetches their code first where it is missing. */
  readonly items: () => Promise<readonly MenuItem[]>;
}

/** A button that opens a menu. Arrow keys, first letters, Home, End and Escape work as in the menus of a desktop. */
export function Menu({ label, button, className = 'btn', align = 'start', wide = false, items }: MenuProps) {
  const [open, setOpen] = useState<readonly MenuItem[]>();
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();

  useLayoutEffect(() => {
    const element = list.current;
    const from = opener.current?.getBoundingClientRect();
    if (open === undefined || element === null || from === undefined) return;
    const { width, height } = element.getBoundingClientRect();
    const wanted = align === 'start' ? from.left : from.right - width;
    const below = from.bottom + 4;
    const fits = below + height < window.innerHeight - 8;
    element.style.left = `${Math.max(8, Math.min(wanted, window.innerWidth - 8 - width))}px`;
    element.style.top = `${fits ? below : Math.max(8, Math.min(from.top - 4 - height, below))}px`;
  }, [open, align]);

  useEffect(() => {
    if (open === undefined) return;
    const leave = (event: Event) => {
      if (event.target instanceof Node && root.current?.contains(event.target) === false) setOpen(undefined);
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    root.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
    };
  }, [open]);

  const openList = async () => setOpen(await items());
  const close = () => {
    setOpen(undefined);
    opener.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (open === undefined) {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      void openList();
      return;
    }
    const entries = [...(root.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
    const at = entries.findIndex((entry) => entry.contains(document.activeElement));
    const next = nextEntry(entries, at, event.key);
    if (next !== undefined) next.focus();
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="menu" ref={root}>
      <button
        ref={opener}
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open !== undefined}
        aria-controls={open && id}
        onKeyDown={onKeyDown}
        onClick={() => (open === undefined ? void openList() : setOpen(undefined))}
      >
        {button}
      </button>
      {open !== undefined && (
        <div
          ref={list}
          id={id}
          className={`menu-list${wide ? ' menu-wide' : ''}`}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={onKeyDown}
        >
          {open.map((item, index) => (
            <Entry key={index} item={item} close={close} />
          ))}
        </div>
      )}
    </div>
  );
}

function Entry({ item, close }: { readonly item: MenuItem; readonly close: () => void }) {
  if (item.kind !== 'action') return <p className={`menu-${item.kind}`}>{item.text}</p>;
  return (
    <button
      type="button"
      className="menu-item"
      {...(item.checked === undefined
        ? { role: 'menuitem' }
        : { role: item.alone === true ? 'menuitemcheckbox' : 'menuitemradio', 'aria-checked': item.checked })}
      disabled={item.disabled}
      tabIndex={-1}
      onClick={() => {
        close();
        item.run();
      }}
    >
      <span className="menu-text">
        <VisibleText text={item.text} />
      </span>
      {item.keys !== undefined && <kbd>{item.keys}</kbd>}
      {item.hint !== undefined && item.hint !== '' && <span className="menu-hint">{item.hint}</span>}
    </button>
  );
}

function nextEntry(entries: readonly HTMLElement[], at: number, key: string): HTMLElement | undefined {
  const usable = entries.filter((entry) => !entry.hasAttribute('disabled'));
  const current = entries[at];
  const from = current === undefined ? -1 : usable.indexOf(current);
  if (key === 'ArrowDown') return usable[(from + 1) % usable.length];
  if (key === 'ArrowUp') return usable[(from - 1 + usable.length) % usable.length];
  if (key === 'Home') return usable[0];
  if (key === 'End') return usable.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const turned = [...usable.slice(from + 1), ...usable.slice(0, from + 1)];
  return turned.find((entry) => entry.textContent?.toLowerCase().startsWith(key.toLowerCase()));
}
