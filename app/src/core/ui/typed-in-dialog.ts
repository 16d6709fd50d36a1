import { useDialog } from './open-dialog.ts';

/** A text of the open dialog that is typed or chosen in it, and that is there again when Back leads to the dialog. */
export function useTyped(name: string, first = ''): readonly [string, (text: string) => void] {
  const text = useDialog(({ typed }) => (Object.hasOwn(typed, name) ? typed[name] : undefined)) ?? first;
  return [text, (typed) => useDialog.setState((before) => ({ typed: { ...before.typed, [name]: typed } }))];
}
