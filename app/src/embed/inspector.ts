import { element, ownerFacts, paletteFor, type Tree } from '@managed-fields/rendering';
import { act } from './draw.ts';
import { type Model, resultOf, stepOf } from './model.ts';

/** Everything about the picked field. */
export function inspector(model: Model): Tree | undefined {
  const { picked, playback, managerColours, words, history } = model;
  const result = resultOf(model);
  const step = stepOf(model);
  if (picked === undefined || result === undefined || playback === undefined || step === undefined) return undefined;
  const field = result.fields.find(({ path }) => path === picked);
  const why = history?.path === picked && history.stepId === step.id ? history : undefined;
  const past = element(
    'dd',
    {},
    why?.failed === true && words.embed.unknownWhy,
    why?.failed !== true && why?.events === undefined && words.embed.looking,
    why?.events !== undefined &&
      element(
        'ol',
        { class: 'embed-past' },
        why.events.map(({ place, event, text }) =>
          element(
            'li',
            {},
            element(
              'button',
              { type: 'button', class: 'mf-link', ...act('step', place - 1, `past ${place} ${event.code}`) },
              words.view.steps.step,
              ` ${place}`,
            ),
            ` ${text}`,
          ),
        ),
      ),
  );
  return element(
    'section',
    { class: 'embed-field', 'aria-label': words.embed.field, 'data-key': 'field' },
    element(
      'div',
      { class: 'embed-field-head' },
      element(
        'h2',
        {},
        element('code', {}, picked),
        field?.leaf === true &&
          field.state !== 'absent' &&
          element('code', { class: 'embed-value' }, ` = ${field.preview}`),
      ),
      element('button', { type: 'button', 'aria-label': words.embed.close, ...act('close', '', 'close') }, '×'),
    ),
    element(
      'div',
      { 'aria-live': 'polite' },
      field === undefined
        ? element('p', {}, words.embed.noField)
        : element(
            'dl',
            { class: 'mf-facts' },
            ownerFacts(field, result, paletteFor(managerColours, playback), words.view),
            element('dt', {}, words.embed.why),
            past,
          ),
    ),
  );
}
