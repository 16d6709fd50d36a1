import { type ReactNode, useId, useRef, useState } from 'react';
import { onDemand } from '../code/fetch-code.ts';
import type { MenuItem, MenuList } from './menu-list.tsx';

interface MenuProps {
  readonly label: string;
  readonly button: ReactNode;
  readonly className?: string;
  readonly align?: 'start' | 'end';
  readonly wide?: boolean;
  /** Makes the entries when the menu opens; fetches their code first where it is missing. */
  readonly items: () => Promise<readonly MenuItem[]>;
}

interface Open {
  readonly items: readonly MenuItem[];
  readonly byKey: boolean;
  readonly List: typeof MenuList;
}

const menuList = onDemand(async () => (await import('./menu-list.tsx')).MenuList);

/** A button that opens a menu, whose code is fetched when the browser is idle, or when it is opened. */
export function Menu({ label, button, className = 'btn', align = 'start', wide = false, items }: MenuProps) {
  const [open, setOpen] = useState<Open>();
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const openList = async (byKey: boolean) => {
    const [List, entries] = await Promise.all([menuList(), items()]);
    setOpen({ items: entries, byKey, List });
  };
  return (
    <div className="menu">
      <button
        ref={opener}
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open !== undefined}
        aria-controls={open && id}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          void openList(true);
        }}
        // Keys click without a pointer.
        onClick={({ detail }) => (open === undefined ? void openList(detail === 0) : setOpen(undefined))}
      >
        {button}
      </button>
      {open !== undefined && (
        <open.List
          id={id}
          label={label}
          opener={opener}
          items={open.items}
          byKey={open.byKey}
          align={align}
          wide={wide}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}
