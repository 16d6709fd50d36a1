import { forcingOption } from '@managed-fields/tools/programs';
import type { ToolView } from '../playback.ts';
import { nameOfEnd } from './play-tool.ts';
import type { PlayedStep } from './played-step.ts';

/** The view of a tool's run. Undefined for other steps. */
export function toolView({ tool }: PlayedStep): ToolView | undefined {
  if (tool === undefined) return undefined;
  const { choice, notes, ends, error } = tool;
  const { name, version, options } = choice;
  const option = forcingOption(name, version);
  return {
    name,
    version,
    notes,
    ends: ends.map(({ object, end, message }) => ({
      object: nameOfEnd(object),
      end,
      ...(message === undefined ? {} : { message }),
    })),
    ...(error === undefined ? {} : { error }),
    ...(option !== undefined && options.get(option) === 'true' ? { forced: true } : {}),
  };
}
