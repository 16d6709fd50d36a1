import type { ToolOption } from '@managed-fields/tools/programs';
import { laterWords } from '../words/later-words.ts';

/** What keeps a browser from changing what is typed as a name. */
export const plainInput = { spellCheck: false, autoComplete: 'off', autoCapitalize: 'off' } as const;

interface ToolOptionInputProps {
  readonly option: ToolOption;
  /** Empty where the tool decides. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** An option of a deploy tool, by the name that the tool has for it: a box to tick, a text, or a choice. */
export function ToolOptionInput({ option, value, onChange }: ToolOptionInputProps) {
  const name = <code>{option.name}</code>;
  if (option.values === 'truth') {
    const isOn = (value || option.default) === 'true';
    return (
      <label>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) =>
            onChange(target.checked === (option.default === 'true') ? '' : String(target.checked))
          }
        />{' '}
        {name}
      </label>
    );
  }
  if (option.values === 'text') {
    return (
      <label>
        {name} <input type="text" value={value} {...plainInput} onChange={({ target }) => onChange(target.value)} />
      </label>
    );
  }
  return (
    <label>
      {name}{' '}
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{laterWords.forecast.toolDecides}</option>
        {option.values.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </label>
  );
}
