import type { Unplayed } from '@managed-fields/kubectl';
import type { Messages } from '@managed-fields/words';

/** Why a command is not played here, though kubectl or a shell has it. */
export function unplayedWords({ command: { unplayed } }: Pick<Messages, 'command'>): (view: Unplayed) => string {
  return (view) => {
    switch (view.kind) {
      case 'program':
        return unplayed.program(view);
      case 'syntax':
        return unplayed.syntax(view);
      case 'editor':
        return unplayed.editor(view);
      case 'no-program':
      case 'too-much':
      case 'kustomize-panic':
      case 'kubeconfig':
      case 'kubeconfig-part':
      case 'token':
        return unplayed[view.kind];
      case 'path':
        return unplayed.path(view);
      case 'command':
        return unplayed.command(view);
      case 'help':
        return unplayed.help({ line: ['kubectl', view.command, '--help'].filter(Boolean).join(' ') });
      case 'flag':
        return unplayed.flag(view);
      case 'url':
        return unplayed.url(view);
      case 'describe':
        return unplayed.describe(view);
      case 'kustomize':
        return unplayed.kustomize(view);
      case 'kustomize-key':
        return unplayed['kustomize-key'](view);
      case 'kustomize-odd-key':
        return unplayed['kustomize-odd-key'](view);
    }
  };
}
