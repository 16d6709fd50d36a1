import type { ToolStep } from '@managed-fields/scenario';
import { programTitles } from '@managed-fields/tools/programs';

/** What the tool of a step is called; its name as it is written where no tool has it, and empty where none is chosen. */
export function toolTitle({ tool }: ToolStep): string {
  const name = tool?.name ?? '';
  const titles: Readonly<Record<string, string>> = programTitles;
  return (Object.hasOwn(titles, name) ? titles[name] : undefined) ?? name;
}
