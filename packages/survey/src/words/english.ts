import { english as rendering } from '@managed-fields/rendering';
import { type FindingWords, factOf, namesOf } from './words.ts';

const { countOf, listOf, bytesOf } = rendering.counting;

/** What is said of findings, in English. */
export const english: FindingWords = {
  severities: { error: 'Error', warning: 'Warning', note: 'Note' },
  rules: {
    'leftover-client-side-apply': {
      title: 'Entry left over from client-side writes',
      sentence: (finding) =>
        `${factOf(finding, 'manager')} (Update) still owns ${countOf(finding.fieldCount, 'field')} of an object that ${listOf(namesOf(finding, 'appliers'))} applies server-side now.`,
      why: 'An apply removes a field only when nobody else owns it. What leaves the manifest stays in the cluster, and a changed value conflicts with the old entry.',
      todo: 'Hand the fields of the old entry over to the applier, as kubectl does when it migrates, then apply the manifest once more.',
    },
    'last-applied-differs': {
      title: 'last-applied differs from the object',
      sentence: (finding) => {
        if (factOf(finding, 'unreadable') !== '') return 'The last-applied annotation is not JSON that can be read.';
        const [field, live] = [factOf(finding, 'field'), factOf(finding, 'live')];
        const declared = `last-applied declares ${factOf(finding, 'declared')} for ${field}`;
        const more = finding.fieldCount > 1 ? `, and ${countOf(finding.fieldCount - 1, 'field')} more differ` : '';
        return live === ''
          ? `${declared}, which the object does not have${more}.`
          : `${declared}, but the object has ${live}${more}.`;
      },
      why: 'Client-side apply computes its patch from this annotation. The next kubectl apply sets the values back, and deletes what only an old annotation declares.',
      todo: 'Put the live values into the manifest or let the next apply set them back. Where the object is applied server-side now, remove the annotation.',
    },
    'before-first-apply': {
      title: 'Fields owned by before-first-apply',
      sentence: (finding) =>
        `${countOf(finding.fieldCount, 'field')} belong to before-first-apply, which is no program: the object had no managedFields when it was first applied.`,
      why: 'This entry never lets go of anything. What leaves the manifest stays in the cluster, and a changed value conflicts with before-first-apply.',
      todo: 'Apply once with force everything that the manifest shall own, then remove the entry.',
    },
    'apply-and-update': {
      title: 'One manager by Apply and by Update',
      sentence: (finding) =>
        `${factOf(finding, 'manager')} stands in managedFields by Apply and by Update; the Update entry owns ${countOf(finding.fieldCount, 'field')}.`,
      why: 'To the server these are two managers. The manager conflicts with its own past, and what it no longer applies stays.',
      todo: 'Merge the Update entry into the Apply entry, then apply once more.',
    },
    'replicas-under-autoscaler': {
      title: 'Replicas applied under an autoscaler',
      sentence: (finding) =>
        factOf(finding, 'declared') === ''
          ? `${listOf(namesOf(finding))} applies .spec.replicas, which ${factOf(finding, 'autoscaler')} sets.`
          : `last-applied declares .spec.replicas, which ${factOf(finding, 'autoscaler')} sets.`,
      why: 'Each apply sets the number of replicas back or ends in a conflict, and the autoscaler changes it again.',
      todo: 'Take replicas out of the manifest, but hand the field over first: when its only owner leaves it out, the server sets it to 1.',
    },
    'rewritten-field': {
      title: 'Managers that rewrite one field',
      sentence: (finding) =>
        `${listOf(namesOf(finding))} set ${factOf(finding, 'field')} in turn: between the snapshots its owner changed ${factOf(finding, 'times')} times.`,
      why: 'Neither of them ever wins. Each write starts rollouts, webhooks and reconciliation anew.',
      todo: 'Decide who owns the field, and take it out of the configuration of the other one.',
    },
    'zero-values-owned': {
      title: 'Fields owned that were never set',
      sentence: (finding) =>
        factOf(finding, 'how') === 'back'
          ? `${factOf(finding, 'manager')} owns ${countOf(finding.fieldCount, 'field')} that the server fills in: it has sent back a whole object that it had read.`
          : `${factOf(finding, 'manager')} owns ${countOf(finding.fieldCount, 'field')} that it seems never to have set: zero values and empty structs of Go.`,
      why: 'Whoever wants to set one of these fields meets a conflict, and with force the manager overwrites it with a value that nobody meant.',
      todo: 'Send only what is meant: in Go with the types of applyconfigurations, elsewhere without the fields that were read from the server.',
    },
    'shared-atomic-field': {
      title: 'An atomic field with several appliers',
      sentence: (finding) =>
        `${listOf(namesOf(finding))} apply the same ${finding.fieldCount === 1 ? 'list or map, which is' : `${finding.fieldCount} lists or maps, which are`} replaced as a whole.`,
      why: 'They share it only as long as all of them apply exactly the same. The first change of any of them is a conflict with all others.',
      todo: 'Let one of them own the whole field, and take it out of the configuration of the others.',
    },
    'manual-change': {
      title: 'Changed by hand',
      sentence: (finding) =>
        `${countOf(finding.fieldCount, 'field')} of this declared object ${finding.fieldCount === 1 ? 'was' : 'were'} changed by hand (${listOf(namesOf(finding))}).`,
      why: 'The manifest does not know of it. The next apply conflicts or overwrites the change, and what the manifest does not declare stays for good.',
      todo: 'Put the change into the manifest, or remove it: the entry first, then the field by an apply.',
    },
    'manager-not-seen': {
      title: 'Manager not seen any more',
      sentence: (finding) =>
        `${listOf(namesOf(finding))} has written nothing since ${factOf(finding, 'seen')} and still owns ${countOf(finding.fieldCount, 'field')} of an object that others apply.`,
      why: 'A program that is gone never lets go. Its fields cannot be removed by an apply, and their changes conflict.',
      todo: 'Make sure that the program is gone, then remove its entry.',
    },
    'unserved-version': {
      title: 'Entry at a version that is not served',
      sentence: (finding) =>
        `The entry of ${listOf(namesOf(finding))} is at ${listOf(namesOf(finding, 'versions'))}, which the server no longer serves.`,
      why: 'Of built-in kinds the server drops such an entry at the next write, and its fields lose this owner. Custom resources refuse each apply with an error, since the version cannot be converted.',
      todo: 'Remove the entry, or serve the version until its manager has applied at a newer one.',
    },
    'large-managed-fields': {
      title: 'Large managedFields',
      sentence: (finding) => {
        const size = `managedFields take ${bytesOf(Number(factOf(finding, 'bytes')))}, ${factOf(finding, 'percent')} % of the object`;
        if (factOf(finding, 'ancient') !== '')
          return `${size}, and the oldest updaters are merged into ancient-changes.`;
        const updaters = factOf(finding, 'updaters');
        return updaters === ''
          ? `${size}.`
          : `${size}, with ${updaters} of at most ${factOf(finding, 'cap')} updaters.`;
      },
      why: 'Each read and each watch event carries them. Beyond ten updaters the oldest lose their names, and nobody can say any more who set a field.',
      todo: 'Give programs that write the same object one fixed field manager, and remove entries of those that are gone.',
    },
    'status-outside-subresource': {
      title: 'Status owned outside of its subresource',
      sentence: (finding) =>
        factOf(finding, 'subresource') === ''
          ? `${listOf(namesOf(finding))} applies ${countOf(finding.fieldCount, 'field')} of status with the object.`
          : `${listOf(namesOf(finding))} owns ${countOf(finding.fieldCount, 'field')} of status by an entry of the object itself.`,
      why: 'Beside a status subresource such an entry can never be changed by whoever made it. Without one, the controller and the applier overwrite each other or conflict.',
      todo: 'Take status out of the manifest, and give the kind a status subresource. Remove what is left of an old entry.',
    },
    'finalizers-applied': {
      title: 'Finalizers or owner references applied',
      sentence: (finding) =>
        `${listOf(namesOf(finding))} applies ${countOf(finding.fieldCount, 'field')} among finalizers and owner references.`,
      why: 'A controller that has cleaned up removes its finalizer, and the next apply brings it back or is refused while the object is deleted. An owner reference with an old uid lets the object be collected.',
      todo: 'Take them out of the manifest: they belong to controllers.',
    },
    'large-annotations': {
      title: 'Annotations near their limit',
      sentence: (finding) =>
        `The annotations take ${bytesOf(Number(factOf(finding, 'bytes')))} of at most ${bytesOf(Number(factOf(finding, 'limit')))}; the largest is ${factOf(finding, 'name')}.`,
      why: 'Beyond 262144 bytes every write is refused. Client-side apply keeps the whole manifest in an annotation, so that a manifest that grows cannot be applied some day.',
      todo: 'Apply the object server-side, which needs no annotation.',
    },
    'duplicate-keys': {
      title: 'Items with the same key',
      sentence: (finding) =>
        `${finding.fieldCount === 1 ? 'One key stands' : `${finding.fieldCount} keys stand`} several times in a list whose items are told apart by it.`,
      why: 'Client-side apply and strategic merge patches change or delete all of these items at once, and server-side apply refuses a manifest that has both.',
      todo: 'Keep one of the items in the manifest.',
    },
  },
};
