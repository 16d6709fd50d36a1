import { countingWords, type Messages } from '@managed-fields/words';
import type { Behaviour, Tool } from './tool.ts';

/** What tools have for the ways out of a conflict. */
export function toolsWords({ tools, counting }: Pick<Messages, 'tools' | 'counting'>) {
  const { listOf } = countingWords(counting);
  // A tool that does it in a way of its own has a sentence of its own.
  const own: Partial<Record<Tool, Partial<Record<Behaviour, string>>>> = tools.behavioursOf;
  return {
    ...tools,
    /** The fields that a setting cannot speak of. */
    without: (paths: readonly string[]) => tools.without({ paths: listOf(paths) }),
    /** What a tool does with a setting; undefined where that is just the way out. */
    behaviourSentence: (behaviour: Behaviour, tool: Tool) =>
      behaviour === 'plain' ? undefined : (own[tool]?.[behaviour] ?? tools.behaviours[behaviour]),
  };
}
