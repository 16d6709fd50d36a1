import './text-strips.css';
import type { Step } from '@managed-fields/scenario';
import { LikenessStrip } from './likeness-strip.tsx';
import { SkeletonStrip } from './skeleton-strip.tsx';
import { WebhookStrip } from './webhook-strip.tsx';

/** What is said above the text of a step: what it seems to be, how it could begin, what the page can find out of it. */
export function TextStrips({ step }: { readonly step: Step }) {
  return (
    <>
      <LikenessStrip step={step} />
      <SkeletonStrip key={`skeleton ${step.id}`} step={step} />
      <WebhookStrip key={`webhook ${step.id}`} step={step} />
    </>
  );
}
