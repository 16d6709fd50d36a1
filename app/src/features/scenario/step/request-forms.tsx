import type { AccessView, KubectlForm, RequestForms } from '@managed-fields/player';
import { create } from 'zustand';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { useAnswer } from '../../../core/engine/use-answer.ts';
import { CopyButton } from '../../../core/ui/copy-button.tsx';
import { Tabs } from '../../../core/ui/tabs.tsx';
import { laterWords } from '../../../core/words/later-words.ts';

const forms = ['http', 'curl', 'kubectl', 'access'] as const;
type Form = (typeof forms)[number];

/** The store of the open form, so that it stays open when another step is selected. */
const useForm = create<{ readonly form: Form }>(() => ({ form: 'http' }));

/** Shows a request as HTTP, as curl, as a kubectl line, and the verbs that it needs. */
export function RequestFormTabs({ stepId, place }: { readonly stepId: string; readonly place: number }) {
  const form = useForm((state) => state.form);
  const { answer, failure } = useAnswer({ kind: 'request-forms', stepId, place });
  return (
    <Tabs
      label={laterWords.wire.label}
      className="tabs wire-tabs"
      panelClassName="wire-panel"
      tabs={forms.map((name) => ({ name, text: laterWords.wire.forms[name] }))}
      open={form}
      onOpen={(name) => useForm.setState({ form: name })}
    >
      {answer === undefined ? (
        <p className="wire-note">{failure ?? laterWords.wire.working}</p>
      ) : (
        <FormText forms={answer} form={form} />
      )}
    </Tabs>
  );
}

function FormText({
  forms: { http, curl, kubectl, access },
  form,
}: {
  readonly forms: RequestForms;
  readonly form: Form;
}) {
  switch (form) {
    case 'http':
      return <Text text={http} />;
    case 'curl':
      return (
        <>
          <Text text={curl} />
          <p className="wire-note">{laterWords.wire.curlHint}</p>
        </>
      );
    case 'kubectl':
      return kubectl === undefined ? (
        <p className="wire-note">{laterWords.wire.noKubectl}</p>
      ) : (
        <Kubectl form={kubectl} />
      );
    case 'access':
      return access === undefined ? (
        <p className="wire-note">{laterWords.wire.noAccess}</p>
      ) : (
        <Access access={access} />
      );
  }
}

function Kubectl({ form: { text, differences } }: { readonly form: KubectlForm }) {
  return (
    <>
      <Text text={text} />
      <div className="wire-note">
        <p>{differences.length === 0 ? laterWords.wire.sameAs : laterWords.wire.almost}</p>
        {differences.length > 0 && (
          <ul>
            {differences.map((difference) => (
              <li key={difference.code}>{laterWords.wire.differenceSentence(difference)}</li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

function Access({ access }: { readonly access: AccessView }) {
  const { verbsWhenNew, verbsOfKubectl, role } = access;
  return (
    <>
      <div className="wire-note">
        <p>{laterWords.wire.accessSentence(access)}</p>
        {verbsWhenNew.length > 0 && <p>{laterWords.wire.whenNewSentence(verbsWhenNew)}</p>}
        {verbsOfKubectl.length > 0 && <p>{laterWords.wire.kubectlAccessSentence(verbsOfKubectl)}</p>}
      </div>
      <Text text={role} />
    </>
  );
}

function Text({ text }: { readonly text: string }) {
  return (
    <div className="wire-text">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys. */}
      <pre tabIndex={0}>
        <VisibleText text={text} />
      </pre>
      <CopyButton text={text} label={laterWords.wire.copy} />
    </div>
  );
}
