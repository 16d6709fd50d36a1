import type { Action } from '../core/ui/action.ts';
import { paletteNow } from '../core/ui/manager-colours.tsx';
import { words } from '../core/words/language.ts';
import { laterWords } from '../core/words/later-words.ts';
import { showLayer, showView, useLook } from '../features/scenario/look.ts';
import { exportActions } from '../features/scenario/result/export-items.ts';
import { declaredCount } from '../features/scenario/result/object-actions.tsx';
import { resultViews } from '../features/scenario/result/result-views.tsx';
import { shownNow } from '../features/scenario/shown.ts';
import { openSchema } from '../features/schema/open-schema.ts';

/** Returns the actions that open the views of the result, that export its object, and that open the schema of its kind. */
export function viewActions(): readonly Action[] {
  return [...resultActions(), ...objectActions(), schemaAction()];
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

/** The actions of the object on screen: what its buttons and its menu of exports do. */
function objectActions(): readonly Action[] {
  const { shown, result } = shownNow() ?? {};
  if (shown === undefined || result === undefined) return [];
  const { layer } = useLook.getState();
  return [
    {
      id: 'last-applied',
      group: 'view',
      label: words.result.lastApplied,
      hint: words.result.lastAppliedTitle,
      checked: layer,
      alone: true,
      disabled: declaredCount(result) === 0,
      run: () => showLayer(!layer),
    },
    ...exportActions({
      annotated: result,
      get colours() {
        return paletteNow();
      },
      object: shown.object ?? '',
      stepId: shown.stepId,
    }),
  ];
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
