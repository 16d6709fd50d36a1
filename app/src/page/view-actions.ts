import type { Action } from '../core/ui/action.ts';
import { words } from '../core/words/language.ts';
import { laterWords } from '../core/words/later-words.ts';
import { showView, useLook } from '../features/scenario/look.ts';
import { resultViews } from '../features/scenario/result/result-views.tsx';
import { shownNow } from '../features/scenario/shown.ts';
import { openSchema } from '../features/schema/open-schema.ts';

/** Returns the actions that open the views of the result, and the schema of its kind. */
export function viewActions(): readonly Action[] {
  return [...resultActions(), schemaAction()];
}

function schemaAction(): Action {
  return {
    id: 'schema',
    group: 'view',
    label: laterWords.schema.openLens,
    words: laterWords.schema.lensWords,
    run: () => openSchema(),
  };
}

function resultActions(): readonly Action[] {
  const props = shownNow();
  if (props === undefined) return [];
  const { view } = useLook.getState();
  return resultViews
    .filter(({ has }) => has(props))
    .map(({ name }) => ({
      id: `view ${name}`,
      group: 'view',
      label: laterWords.palette.showView(
        name === 'other'
          ? words.result.insteadNames[props.command?.otherWay ?? 'server']
          : words.result.viewNames[name],
      ),
      checked: name === view,
      run: () => showView(name),
    }));
}
