import { cutAt, visibleParts } from '@managed-fields/static-view';
import { words } from '../language/language.ts';

/** Longer texts are cut, in UTF-16 code units: names, messages and values are read at a glance. */
const longest = 10_000;

/**
 * What somebody wrote, with the numbers of characters that draw nothing or turn around what stands beside them, so that
 * no name looks like another one and no value hides a part. What is too long to be drawn is cut, and how much is said.
 */
export function VisibleText({ text }: { readonly text: string }) {
  const end = cutAt(text, 0, text.length, longest);
  const shown = text.slice(0, end);
  const parts = visibleParts(shown);
  const drawn = parts.every(({ name }) => !name)
    ? shown
    : parts.map((part, index) => (
        <span key={index} className={part.name ? 'hidden-character' : 'isolated'}>
          {part.text}
        </span>
      ));
  if (end === text.length) return drawn;
  return (
    <>
      {drawn}
      <LeftOut count={text.length - end} />
    </>
  );
}

/** How many characters of a text were too many to be drawn. */
export function LeftOut({ count }: { readonly count: number }) {
  return <span className="left-out"> {words.leftOut.characters(count)}</span>;
}

/** How many items of a list were too many to be drawn; nothing where there are none. */
export function MoreItems({ count }: { readonly count: number }) {
  return count > 0 ? <span className="left-out">{words.leftOut.items(count)}</span> : null;
}
