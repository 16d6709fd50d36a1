import { embedViews } from '@managed-fields/embed';
import { identityOf } from '@managed-fields/rendering';
import type { Frame } from './frame.ts';
import { resultOf, textOf } from './model.ts';
import { pathOfLine, shownLines } from './object-lines.ts';

/** Listens to everything in the frame; what is meant stands in the attributes of what is drawn. */
export function listen(root: HTMLElement, frame: Frame): void {
  root.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const button = target.closest<HTMLElement>('[data-act]');
    if (button !== null && button.localName !== 'textarea') {
      act(frame, button.dataset['act'] ?? '', button.dataset['value'] ?? '');
      return;
    }
    const line = numberOf(target.closest<HTMLElement>('[data-line]')?.dataset['line']);
    // Whoever marks a part of the text wants to copy it.
    if (line === undefined || getSelection()?.isCollapsed === false) return;
    const field = numberOf(target.closest<HTMLElement>('[data-field]')?.dataset['field']);
    choose(frame, line, field === undefined ? undefined : textOf(frame.model())?.fields[field]?.path);
  });
  root.addEventListener('keydown', (event) => {
    if (event.target instanceof Element && event.target.getAttribute('role') === 'listbox') {
      if (!event.ctrlKey && !event.metaKey && !event.altKey && move(frame, event.key)) event.preventDefault();
    }
    if (event.key === 'Escape' && frame.model().picked !== undefined) frame.pick(undefined);
  });
  root.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLTextAreaElement) frame.write(target.value);
  });
}

function act(frame: Frame, name: string, value: string): void {
  const model = frame.model();
  switch (name) {
    case 'step':
      frame.go(Number(value));
      break;
    case 'pick':
      frame.pick(value, true);
      break;
    case 'close':
      frame.pick(undefined);
      break;
    case 'view': {
      const view = embedViews.find((each) => each === value);
      if (view !== undefined) void frame.set({ view });
      break;
    }
    case 'filter': {
      const manager = resultOf(model)?.managers[Number(value)];
      if (manager === undefined) break;
      const text = identityOf(manager);
      const isOn = model.only?.text === (model.only?.kind === 'identity' ? text : manager.manager);
      frame.showOnly(isOn ? undefined : { kind: 'identity', text });
      break;
    }
    case 'way':
      if (value === 'overwrite' || value === 'give-up' || value === 'share') frame.resolve(value);
      break;
    case 'edit':
      frame.edit();
      break;
    case 'restore':
      frame.restore();
  }
}

/** Makes a line the current one and its field the picked one; the first line of a fold opens and closes it. */
function choose(frame: Frame, line: number, path: string | undefined): void {
  const { fold } = shownLines(frame.model());
  frame.change({ line, ...(line === fold ? { unfolded: !frame.model().unfolded } : {}) });
  const about = path || pathOfLine(frame.model(), line);
  if (line !== fold) frame.pick(about);
}

/** Keys move from line to line as in any list box; whether the key was for that. */
function move(frame: Frame, key: string): boolean {
  const { lines, fold } = shownLines(frame.model());
  const { line, unfolded } = frame.model();
  if ((key === 'Enter' || key === ' ') && line === fold) {
    frame.change({ unfolded: !unfolded });
    return true;
  }
  const at = Math.max(0, lines.indexOf(line));
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 15, PageUp: at - 15, Home: 0, End: lines.length - 1 }[
    key
  ];
  if (to === undefined) return false;
  const next = lines[Math.min(Math.max(to, 0), lines.length - 1)];
  if (next === undefined) return false;
  frame.change({ line: next });
  frame.pick(pathOfLine(frame.model(), next));
  return true;
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
