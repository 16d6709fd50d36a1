import { type Keys, printed } from './keys.ts';

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
