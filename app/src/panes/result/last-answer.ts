import { useState } from 'react';

/**
 * The answer about a step, or the one of before while another is on its way, so that asking again does not flash;
 * undefined where that was about another step.
 */
export function useLastAnswer<A extends { readonly stepId: string }>(
  answer: A | undefined,
  stepId: string,
): A | undefined {
  const [last, setLast] = useState(answer);
  if (answer !== undefined && answer !== last) setLast(answer);
  const shown = answer ?? last;
  return shown?.stepId === stepId ? shown : undefined;
}
