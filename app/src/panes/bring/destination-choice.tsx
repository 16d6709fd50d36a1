import { useId } from 'react';
import { words } from '../../language/language.ts';
import type { Destination, HereMeaning } from './bring-plan.ts';

interface DestinationChoiceProps {
  readonly destination: Destination;
  readonly here: HereMeaning | undefined;
  /** The place of the selected step, from 1. */
  readonly place: number | undefined;
  readonly onChoose: (destination: Destination) => void;
}

/** Where brought steps go: what there is to choose from. */
export function DestinationChoice({ destination, here, place, onChoose }: DestinationChoiceProps) {
  const name = useId();
  const choices: readonly (readonly [Destination, string])[] = [
    ...(here === undefined ? [] : [['here', hereText(here, place ?? 1)] as const]),
    ...(here === 'fill' ? [] : [['add', words.bring.add(place)] as const]),
    ['new', words.bring.newScenario],
  ];
  return (
    <fieldset className="bring-where">
      <legend className="hidden-text">{words.bring.destination}</legend>
      {choices.map(([choice, text]) => (
        <label key={choice}>
          <input type="radio" name={name} checked={choice === destination} onChange={() => onChoose(choice)} />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

function hereText(here: HereMeaning, place: number): string {
  switch (here) {
    case 'fill':
      return words.bring.fill;
    case 'text':
      return words.bring.intoText(place);
    case 'step':
      return words.bring.intoStep(place);
  }
}
