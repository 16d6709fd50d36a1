import { listExamples } from '../core/store/examples.ts';
import { lazyPane } from '../core/ui/lazy-pane.tsx';

// What the first screen of an example shows is in the page itself; everything else comes when it is wanted or idle.

export const CommandPane = lazyPane(async () => (await import('./scenario/command/command-pane.tsx')).CommandPane);
export const DropNote = lazyPane(async () => (await import('./bring/drop-note.tsx')).DropNote);
export const HoverCard = lazyPane(async () => (await import('./scenario/field/hover-card.tsx')).HoverCard);
export const Inspector = lazyPane(async () => (await import('./scenario/field/inspector.tsx')).Inspector);
export const ManagerCard = lazyPane(async () => (await import('./scenario/result/manager-card.tsx')).ManagerCard);
export const OutcomePanel = lazyPane(async () => (await import('./scenario/conflict/outcome-panel.tsx')).OutcomePanel);
export const RequestFormTabs = lazyPane(
  async () => (await import('./scenario/step/request-forms.tsx')).RequestFormTabs,
);
export const StatesKey = lazyPane(async () => (await import('./scenario/field/states-key.tsx')).StatesKey);
export const TextStrips = lazyPane(async () => (await import('./scenario/step/text-strips.tsx')).TextStrips);
export const Welcome = lazyPane(async () => {
  const [{ Welcome }] = await Promise.all([import('./gallery/welcome.tsx'), listExamples()]);
  return Welcome;
});
export const ToolRun = lazyPane(async () => (await import('./scenario/tool/tool-run.tsx')).ToolRun);
export const ToolSettingsForm = lazyPane(
  async () => (await import('./scenario/tool/tool-settings-form.tsx')).ToolSettingsForm,
);
export const WordingForm = lazyPane(async () => (await import('./scenario/step/wording-form.tsx')).WordingForm);
