import * as RadixTabs from '@radix-ui/react-tabs';
import { type ReactNode, useId } from 'react';

interface Tab<Name extends string> {
  /** A part of identifiers: without white space. */
  readonly name: Name;
  readonly text: ReactNode;
  readonly className?: string | undefined;
  readonly title?: string | undefined;
}

interface TabsProps<Name extends string> {
  /** The accessible name of the tabs. */
  readonly label: string;
  readonly className: string;
  readonly tabs: readonly Tab<Name>[];
  readonly open: Name;
  readonly onOpen: (name: Name) => void;
  readonly panelClassName?: string;
  /** Drawn beside the tabs: actions for the open one. */
  readonly acts?: ReactNode;
  /** The content of the open tab. */
  readonly children: ReactNode;
}

/**
 * Tabs and the panel of the open one. Keys and roles are Radix's, but for where Tab leads: to the open tab, also where
 * another one was opened from elsewhere, and past a panel that has its own places for the focus. The panel is our own:
 * Radix's asks for its computed style when it is drawn, so that a browser lays out the page within the task that draws it.
 */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, className, tabs, open, onOpen, panelClassName = 'tab-panel', acts, children } = props;
  const id = useId();
  const row = (
    <RadixTabs.List className={className} aria-label={label} tabIndex={-1}>
      {tabs.map(({ name, text, className, title }) => (
        <RadixTabs.Trigger
          key={name}
          id={`${id}-${name}`}
          aria-controls={`${id}-panel`}
          value={name}
          className={className}
          title={title}
          tabIndex={name === open ? 0 : -1}
          // Radix gives the focus by a call, which draws a ring round what the pointer pressed.
          onMouseDown={({ currentTarget }) => currentTarget.focus({ focusVisible: false })}
        >
          {text}
        </RadixTabs.Trigger>
      ))}
    </RadixTabs.List>
  );
  return (
    <RadixTabs.Root
      className="tabs-root"
      value={open}
      onValueChange={(value) => {
        const chosen = tabs.find(({ name }) => name === value);
        if (chosen !== undefined) onOpen(chosen.name);
      }}
    >
      {acts === undefined ? (
        row
      ) : (
        <div className={`${className}-row`}>
          {row}
          {acts}
        </div>
      )}
      <div className={panelClassName} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${open}`}>
        {children}
      </div>
    </RadixTabs.Root>
  );
}
