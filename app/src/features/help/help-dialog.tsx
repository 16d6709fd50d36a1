import { license, packageManager, source, version } from 'virtual:about';
import { releases } from '@managed-fields/kubernetes-types';
import { Command } from '../../core/ui/copy-button.tsx';
import { Dialog } from '../../core/ui/dialog.tsx';
import { closeDialog } from '../../core/ui/open-dialog.ts';
import { found } from '../../core/ui/search.ts';
import { Tabs } from '../../core/ui/tabs.tsx';
import { useTyped } from '../../core/ui/typed-in-dialog.ts';
import { laterWords } from '../../core/words/later-words.ts';
import { StartList } from './start-list.tsx';
import { documentationAddress, helpParts, limitsAddress, pluginsAddress, starts } from './starts.ts';
import './help.css';

/** The help: how one can begin, how a cluster is reached, what the terms mean, and what the page is and keeps. */
export function HelpDialog() {
  const [part, setPart] = useTyped('part');
  const opened = helpParts.find((name) => name === part) ?? 'begin';
  const said = laterWords.help;
  return (
    <Dialog title={said.title} className="help" onClose={closeDialog}>
      <Tabs
        label={said.title}
        className="tabs"
        panelClassName="dialog-scroll help-panel"
        tabs={helpParts.map((name) => ({ name, text: said.tabs[name] }))}
        open={opened}
        onOpen={setPart}
      >
        {opened === 'begin' && <StartList />}
        {opened === 'cluster' && <BesideCluster />}
        {opened === 'glossary' && <Glossary />}
        {opened === 'about' && <About />}
        {(opened === 'begin' || opened === 'about') && <DocumentationLinks />}
      </Tabs>
    </Dialog>
  );
}

function DocumentationLinks() {
  const said = laterWords.help;
  const links = [
    [documentationAddress(), said.documentation, said.documentationText],
    [pluginsAddress, said.plugins, said.pluginsText],
  ];
  return links.map(([address, name, text]) => (
    <p key={address} className="help-documentation">
      <a href={address} target="_blank" rel="noopener">
        {name}
      </a>{' '}
      {text}
    </p>
  ));
}

function BesideCluster() {
  const said = laterWords.help;
  const object = starts.find(({ id }) => id === 'object');
  return (
    <div className="help-text">
      <p>{said.clusterText}</p>
      <p>{said.clusterRun}</p>
      <Command command={clusterCommand} />
      <p>{said.clusterThen}</p>
      <p>{said.clusterNone}</p>
      <Command command={object?.command ?? ''} />
    </div>
  );
}

/** What runs the program from a checkout, by the package manager that the project names. */
const clusterCommand = `npx --yes ${packageManager.split('+')[0]} cluster -- deploy/web -n prod`;

interface Term {
  readonly id: string;
  readonly term: string;
  readonly text: string;
}

function Glossary() {
  const said = laterWords.help;
  const [query, setQuery] = useTyped('glossary');
  const all: readonly Term[] = Object.entries(said.terms).map(([id, each]) => ({ id, ...each }));
  const listed = found(query, all, ({ id, term, text }) => [term, id, text]);
  return (
    <>
      <input
        type="search"
        className="help-search"
        aria-label={said.filter}
        placeholder={said.filter}
        value={query}
        data-first-focus=""
        onChange={({ target }) => setQuery(target.value)}
      />
      {listed.length === 0 && <p className="help-none">{said.noTerm}</p>}
      <dl className="help-terms">
        {listed.map(({ id, term, text }) => (
          <div key={id}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function About() {
  const said = laterWords.help.about;
  return (
    <div className="help-text">
      <p>{said.what}</p>
      <dl className="help-facts">
        <div>
          <dt>{said.version}</dt>
          <dd>{version}</dd>
        </div>
        <div>
          <dt>{said.releases}</dt>
          <dd>{Object.values(releases).join(', ')}</dd>
        </div>
        <div>
          <dt>{said.licence}</dt>
          <dd>{license}</dd>
        </div>
        <div>
          <dt>{said.source}</dt>
          <dd>
            {source === '' ? (
              said.noSource
            ) : (
              <a href={source} target="_blank" rel="noopener">
                {source}
              </a>
            )}
          </dd>
        </div>
      </dl>
      <h3>{said.kept}</h3>
      <ul>
        <li>{said.keptDrafts}</li>
        <li>{said.keptAddress}</li>
        <li>{said.keptNothing}</li>
      </ul>
      <p>
        <a href={limitsAddress} target="_blank" rel="noopener">
          {said.limits}
        </a>
      </p>
    </div>
  );
}
