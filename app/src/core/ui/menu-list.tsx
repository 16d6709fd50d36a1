import * as RadixMenu from '@radix-ui/react-menu';
import type { RefObject } from 'react';
import { VisibleText } from '../code-view/visible-text.tsx';

/** One entry of a menu; a heading has no action. */
export type MenuItem =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'note'; readonly text: string }
  /** A menu of its own beside this entry. */
  | { readonly kind: 'folded'; readonly text: string; readonly items: readonly MenuItem[] }
  | {
      readonly kind: 'action';
      /** The id of its action; absent for what only this menu has. */
      readonly id?: string;
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

interface MenuListProps {
  readonly id: string;
  readonly label: string;
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly items: readonly MenuItem[];
  /** It was opened by a key, so the first entry gets the focus. */
  readonly byKey: boolean;
  readonly align: 'start' | 'end';
  readonly wide: boolean;
  readonly onClose: () => void;
}

/** The open menu, below the button that opened it or above, wherever it fits. Keys, focus and place are Radix's. */
export function MenuList({ id, label, opener, items, byKey, align, wide, onClose }: MenuListProps) {
  const focusOpener = () => opener.current?.focus();
  const first = byKey ? items.findIndex((item) => item.kind === 'action' && item.disabled !== true) : -1;
  return (
    <RadixMenu.Root open modal={false} onOpenChange={onClose}>
      <RadixMenu.Anchor virtualRef={opener} />
      <RadixMenu.Content
        id={id}
        className={`menu-list${wide ? ' menu-wide' : ''}`}
        aria-label={label}
        align={align}
        sideOffset={4}
        collisionPadding={8}
        loop
        onEscapeKeyDown={focusOpener}
        // A click elsewhere puts the focus there.
        onCloseAutoFocus={(event) => event.preventDefault()}
        onInteractOutside={(event) => {
          // The button closes the menu itself.
          if (event.target instanceof Node && opener.current?.contains(event.target)) event.preventDefault();
        }}
      >
        {items.map((item, index) => (
          <Entry
            key={index}
            item={item}
            focused={index === first}
            onSelect={(run) => {
              onClose();
              focusOpener();
              run();
            }}
          />
        ))}
      </RadixMenu.Content>
    </RadixMenu.Root>
  );
}

interface EntryProps {
  readonly item: MenuItem;
  /** It gets the focus when it is drawn. */
  readonly focused: boolean;
  readonly onSelect: (run: () => void) => void;
}

function Entry({ item, focused, onSelect }: EntryProps) {
  if (item.kind === 'folded') return <Folded text={item.text} items={item.items} onSelect={onSelect} />;
  if (item.kind !== 'action') return <RadixMenu.Label className={`menu-${item.kind}`}>{item.text}</RadixMenu.Label>;
  return (
    <RadixMenu.Item
      className="menu-item"
      ref={focused ? focus : undefined}
      {...(item.checked === undefined
        ? {}
        : { role: item.alone === true ? 'menuitemcheckbox' : 'menuitemradio', 'aria-checked': item.checked })}
      disabled={item.disabled === true}
      onSelect={() => onSelect(item.run)}
    >
      <span className="menu-text">
        <VisibleText text={item.text} />
      </span>
      {item.keys !== undefined && <kbd>{item.keys}</kbd>}
      {item.hint !== undefined && item.hint !== '' && <span className="menu-hint">{item.hint}</span>}
    </RadixMenu.Item>
  );
}

interface FoldedProps extends Pick<EntryProps, 'onSelect'> {
  readonly text: string;
  readonly items: readonly MenuItem[];
}

/** An entry that opens a menu of its own: by a click, by the arrow to the side, or by resting on it. */
function Folded({ text, items, onSelect }: FoldedProps) {
  return (
    <RadixMenu.Sub>
      <RadixMenu.SubTrigger className="menu-item menu-folded">
        <span className="menu-text">{text}</span>
      </RadixMenu.SubTrigger>
      <RadixMenu.SubContent className="menu-list" collisionPadding={8} loop>
        {items.map((item, index) => (
          <Entry key={index} item={item} focused={false} onSelect={onSelect} />
        ))}
      </RadixMenu.SubContent>
    </RadixMenu.Sub>
  );
}

function focus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
