import { visibleParts } from '@managed-fields/static-view';

/**
 * What somebody wrote, with the numbers of characters that draw nothing or turn around what stands beside them, so that
 * no name looks like another one and no value hides a part.
 */
export function VisibleText({ text }: { readonly text: string }) {
  const parts = visibleParts(text);
  if (parts.every(({ name }) => !name)) return text;
  return parts.map((part, index) => (
    <span key={index} className={part.name ? 'hidden-character' : 'isolated'}>
      {part.text}
    </span>
  ));
}
