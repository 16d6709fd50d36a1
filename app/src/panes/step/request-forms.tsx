import type { AccessView, KubectlForm, RequestForms, RequestView } from '@managed-fields/scenario';
import { create } from 'zustand';
import { useAnswer } from '../../engine/use-answer.ts';
import { words } from '../../language/language.ts';
import { requestLine } from '../../view/request-line.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Tabs } from '../parts/tabs.tsx';
import './request-forms.css';

const forms = ['http', 'curl', 'kubectl', 'access'] as const;
type Form = (typeof forms)[number];

/** Which form somebody looks at, so that it stays when another step is looked at. */
const useForm = create<{ readonly open: boolean; readonly form: Form }>(() => ({ open: false, form: 'http' }));

interface RequestStripProps {
  readonly stepId: string;
  readonly request: RequestView | undefined;
  /** What it is called where the step itself sends none. */
  readonly instead?: string;
  /** Which of a command's requests it is. */
  readonly place?: number;
}

/** The request on one line; opened, it stands there as HTTP, as curl, as a kubectl line, and with the verbs it needs. */
export function RequestStrip({ stepId, request, instead, place = 0 }: RequestStripProps) {
  const open = useForm((state) => state.open);
  return (
    <details className="wire" open={open} onToggle={(event) => useForm.setState({ open: event.currentTarget.open })}>
      <summary title={words.wire.show}>
        {request === undefined ? <span>{instead}</span> : <code>{requestLine(request)}</code>}
      </summary>
      {open && <Forms stepId={stepId} place={place} />}
    </details>
  );
}

function Forms({ stepId, place }: { readonly stepId: string; readonly place: number }) {
  const form = useForm((state) => state.form);
  const { answer, failure } = useAnswer({ kind: 'request-forms', stepId, place });
  return (
    <Tabs
      label={words.wire.label}
      className="tabs wire-tabs"
      panelClassName="wire-panel"
      tabs={forms.map((name) => ({ name, text: words.wire.forms[name] }))}
      open={form}
      onOpen={(name) => useForm.setState({ form: name })}
    >
      {answer === undefined ? (
        <p className="wire-note">{failure ?? words.wire.working}</p>
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
          <p className="wire-note">{words.wire.curlHint}</p>
        </>
      );
    case 'kubectl':
      return kubectl === undefined ? <p className="wire-note">{words.wire.noKubectl}</p> : <Kubectl form={kubectl} />;
    case 'access':
      return access === undefined ? <p className="wire-note">{words.wire.noAccess}</p> : <Access access={access} />;
  }
}

function Kubectl({ form: { text, differences } }: { readonly form: KubectlForm }) {
  return (
    <>
      <Text text={text} />
      <div className="wire-note">
        <p>{differences.length === 0 ? words.wire.sameAs : words.wire.almost}</p>
        {differences.length > 0 && (
          <ul>
            {differences.map((difference) => (
              <li key={difference.code}>{words.wire.differenceSentence(difference)}</li>
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
        <p>{words.wire.accessSentence(access)}</p>
        {verbsWhenNew.length > 0 && <p>{words.wire.whenNewSentence(verbsWhenNew)}</p>}
        {verbsOfKubectl.length > 0 && <p>{words.wire.kubectlAccessSentence(verbsOfKubectl)}</p>}
      </div>
      <Text text={role} />
    </>
  );
}

function Text({ text }: { readonly text: string }) {
  return (
    <div className="wire-text">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys. */}
      <pre tabIndex={0}>{text}</pre>
      <CopyButton text={text} label={words.wire.copy} />
    </div>
  );
}
