import { type Keys, printed } from './keys.ts';

const shapes = {
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.4 10.4l3.4 3.4',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  settings: 'M2.5 5h6M12 5h1.5M2.5 11H4M7.5 11h6M10.2 3.2v3.6M5.8 9.2v3.6',
  link: 'M6.8 9.2l2.4-2.4M7.2 4.9l1.5-1.5a2.7 2.7 0 0 1 3.9 3.9l-1.5 1.5M8.8 11.1l-1.5 1.5a2.7 2.7 0 0 1-3.9-3.9l1.5-1.5',
  back: 'M9.5 3.5L5 8l4.5 4.5',
  forth: 'M6.5 3.5L11 8l-4.5 4.5',
} as const;

/** An icon on a button that also has a text. */
export function Icon({ name }: { readonly name: keyof typeof shapes }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}

/** Draws keys as the caps of a keyboard. */
export function KeyCaps({ keys }: { readonly keys: Keys }) {
  return (
    <span className="key-caps">
      {printed(keys).map((cap) => (
        <kbd key={cap}>{cap}</kbd>
      ))}
    </span>
  );
}
