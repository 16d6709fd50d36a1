import type { Messages } from '@managed-fields/words';
import { programTitles } from '../programs/titles.ts';
import { toolNames } from '../settings/tool.ts';
import type { Rewriter, Writer } from './put-back.ts';

/** What the writers are called that have a name of their own. */
const names: Readonly<Partial<Record<Writer, string>>> = {
  kubectl: programTitles.kubectl,
  'kubectl-client-side': programTitles['kubectl-client-side'],
  helm: programTitles.helm,
  argocd: programTitles.argocd,
  flux: programTitles.flux,
  'flux-helm': toolNames['flux-helm'],
  terraform: 'Terraform',
  pulumi: toolNames.pulumi,
  crossplane: toolNames.crossplane,
  capi: programTitles.capi,
};

/** Says of a rewriter when it writes the field again, how that ends, and what is not here that would say more. */
export function rewriterSentences(
  { owner, writer, when, end, source, interval, manifestUnseen }: Rewriter,
  messages: Messages['putBack'],
): readonly string[] {
  const tool = writer === 'autoscaler' ? messages.autoscaler : (names[writer] ?? owner.manager);
  const named = source && [source.kind, source.name].join(' ');
  if (writer === 'hand') return [messages.when.hand({ tool })];
  return [
    messages.when[when]({ tool, source: named, interval }),
    ...(when === 'never' ? [] : [messages.end[end]]),
    ...(manifestUnseen ? [messages.manifestUnseen] : []),
    ...(named === undefined || source?.isHere ? [] : [messages.notHere({ source: named })]),
  ];
}
