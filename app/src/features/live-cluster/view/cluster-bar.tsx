import './cluster.css';
import { useEffect, useState } from 'react';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { Banner } from '../../../core/ui/banner.tsx';
import { openDialog } from '../../../core/ui/open-dialog.ts';
import { Term } from '../../../core/ui/term.tsx';
import { laterWords } from '../../../core/words/later-words.ts';
import { newerRelease } from '../../../core/words/version-words.ts';
import { useSelected } from '../../scenario/selected.ts';
import { clusterAddress, useCluster } from '../state/cluster-mode.ts';
import { beginCluster, connect, forgetAsked, leaveCluster } from '../state/connect.ts';
import { takeAdmission, useTakenAdmission } from '../state/take-admission.ts';
import { objectNamed, watchNamed } from '../watch/open-watch.ts';
import { AdmissionNotice } from './admission-notice.tsx';
import { ClusterProblem, OpenProblem } from './cluster-problem.tsx';
import { type OpenFailure, openTyped, useOpenNotice } from './open-object.ts';

/** The fragment of the address when the page was loaded. */
const hash = location.hash;
let begun = false;

/** The bar of the cluster mode: which server, which version, as whom, what can be done, and the way out. */
export function ClusterBar() {
  const mode = useCluster((state) => state.mode);
  const [failed, setFailed] = useState<OpenFailure>();
  const notice = useOpenNotice();
  const object = useSelected()?.outcome?.object;
  const reading = useTakenAdmission(({ taken }) => taken.kind === 'reading');
  useEffect(() => {
    if (begun) return;
    begun = true;
    void beginCluster(hash);
  }, []);
  const isConnected = mode.kind === 'connected';
  const newer = isConnected ? newerRelease(mode.release) : undefined;
  useEffect(() => {
    const asked = clusterAddress(location.search);
    if (!isConnected || asked?.open === undefined) return;
    forgetAsked();
    void openTyped(asked.open, asked.namespace ?? 'default').then(setFailed);
  }, [isConnected]);
  const said = laterWords.cluster;
  if (mode.kind === 'off') return null;
  const leave = (
    <button type="button" className="btn btn-small" onClick={leaveCluster}>
      {said.leave}
    </button>
  );
  const again = (text: string) => (
    <button type="button" className="btn btn-small" onClick={() => void connect()}>
      {text}
    </button>
  );
  switch (mode.kind) {
    case 'asked':
      return (
        <Banner tone="warn">
          <span>{said.asked}</span>
          {again(said.connect)}
          {leave}
        </Banner>
      );
    case 'connecting':
      return (
        <Banner tone="info">
          <span>{said.connecting}</span>
        </Banner>
      );
    case 'failed':
      return (
        <Banner tone="bad">
          <ClusterProblem failure={mode.failure} />
          {again(said.tryAgain)}
          {leave}
        </Banner>
      );
    case 'connected':
      return (
        <>
          <section className="cluster-bar" aria-label={said.bar}>
            <span className="cluster-server">
              <i aria-hidden="true" />
              <b>{location.host}</b> {mode.release}
            </span>
            {newer !== undefined && <span className="cluster-user">{newer}</span>}
            <span className="cluster-user">
              <VisibleText text={mode.user === undefined ? said.unknownUser : said.user({ name: mode.user.name })} />
            </span>
            <span className="cluster-promise">{said.promise}</span>
            <span className="grow" />
            <button
              type="button"
              className="btn btn-small"
              aria-haspopup="dialog"
              onClick={() => openDialog('open-cluster')}
            >
              {said.open}
            </button>
            <Term
              term="admission"
              text={said.admissionTitle}
              className="btn btn-small"
              disabled={object === undefined || reading}
              onClick={() => object !== undefined && void takeAdmission(objectNamed(object))}
            >
              {said.admission}
            </Term>
            <button
              type="button"
              className="btn btn-small"
              aria-haspopup="dialog"
              onClick={() => openDialog('ask-cluster')}
            >
              {laterWords.clusterAsk.open}
            </button>
            <button
              type="button"
              className="btn btn-small"
              aria-haspopup="dialog"
              disabled={object === undefined}
              onClick={() => object !== undefined && void watchNamed(object)}
            >
              {said.watch}
            </button>
            {leave}
          </section>
          <AdmissionNotice />
          {notice.failed !== undefined && (
            <Banner tone="warn">
              <div className="cluster-problem">
                <p>{notice.of === 'definition' ? said.undefinedKind : said.unreadSchema}</p>
                <ClusterProblem failure={notice.failed.failure} rule={notice.failed.rule} />
              </div>
              <button
                type="button"
                className="btn btn-small"
                onClick={() => useOpenNotice.setState({ failed: undefined })}
              >
                {said.dismiss}
              </button>
            </Banner>
          )}
          {failed !== undefined && (
            <Banner tone="bad">
              <OpenProblem failure={failed} />
              <button type="button" className="btn btn-small" onClick={() => setFailed(undefined)}>
                {said.dismiss}
              </button>
            </Banner>
          )}
        </>
      );
  }
}
