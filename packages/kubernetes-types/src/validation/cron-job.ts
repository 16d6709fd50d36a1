import type { ValueMap } from '@managed-fields/merge-engine';
import { declarative, type Errors, invalid, notSupported, required } from './errors.ts';
import { child } from './field-path.ts';
import { jobSpec } from './job.ts';
import { dns1123Subdomain } from './names.ts';
import { flag, has, pointer, struct, structAt, text } from './object.ts';
import { metadataErrors, metadataUpdateErrors } from './object-meta.ts';
import { isGivenOneOf, isNonnegative } from './scalars.ts';
import { isTimeZone, scheduleComplaint } from './schedule.ts';
import { shownSelector } from './shown.ts';

/** The longest name of a CronJob, which leaves room for what its Jobs add. */
const longestName = 52;

/**
 * Complaints about a new CronJob.
 * Upstream: k8s.io/kubernetes pkg/apis/batch/validation/validation.go ValidateCronJobCreate.
 */
export function cronJobErrors(cronJob: ValueMap): Errors {
  const name = text(struct(cronJob, 'metadata'), 'name');
  return [
    ...metadataErrors(cronJob, { namespaced: true, name: dns1123Subdomain }),
    ...cronJobSpec(struct(cronJob, 'spec'), undefined),
    ...(name.length > longestName
      ? [invalid('metadata.name', name, `must be no more than ${longestName} characters`)]
      : []),
  ];
}

/** Complaints about a changed CronJob. */
export function cronJobUpdateErrors(cronJob: ValueMap, old: ValueMap): Errors {
  return [...metadataUpdateErrors(cronJob, old), ...cronJobSpec(struct(cronJob, 'spec'), struct(old, 'spec'))];
}

function cronJobSpec(spec: ValueMap, before: ValueMap | undefined): Errors {
  const template = structAt(spec, 'jobTemplate', 'spec');
  const field = 'spec.jobTemplate.spec';
  const selector = pointer(template, 'selector');
  const sameZone = before !== undefined && before.get('timeZone') === spec.get('timeZone');
  return [
    ...scheduleErrors(spec, before),
    ...isNonnegative(spec, 'startingDeadlineSeconds', 'spec'),
    ...(sameZone || !has(spec, 'timeZone') ? [] : timeZoneErrors(text(spec, 'timeZone'))),
    ...isGivenOneOf(text(spec, 'concurrencyPolicy'), ['Allow', 'Forbid', 'Replace'], 'spec.concurrencyPolicy'),
    ...jobSpec(template, field),
    ...(selector === undefined
      ? []
      : [invalid(child(field, 'selector'), shownSelector(selector), '`selector` will be auto-generated')]),
    ...(flag(template, 'manualSelector') === true
      ? [notSupported(child(field, 'manualSelector'), true, ['nil', 'false'])]
      : []),
    ...isNonnegative(spec, 'successfulJobsHistoryLimit', 'spec'),
    ...isNonnegative(spec, 'failedJobsHistoryLimit', 'spec'),
  ];
}

function scheduleErrors(spec: ValueMap, before: ValueMap | undefined): Errors {
  const schedule = text(spec, 'schedule');
  const field = 'spec.schedule';
  if (schedule === '') return declarative('v1.37', [required(field)]);
  const complaint = scheduleComplaint(schedule);
  const errors: Errors[number][] = complaint === undefined ? [] : [invalid(field, schedule, complaint)];
  if (!schedule.includes('TZ')) return errors;
  const had = text(before, 'schedule').includes('TZ');
  if (!had) {
    const words = 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead';
    return [...errors, invalid(field, schedule, words)];
  }
  if (!has(spec, 'timeZone')) return errors;
  return [...errors, invalid(field, schedule, 'cannot use both timeZone field and TZ or CRON_TZ in schedule')];
}

/**
 * Complaints about a time zone. The system knows which zones exist, here as on a server; Go compares their names letter
 * by letter.
 */
function timeZoneErrors(zone: string): Errors {
  const field = 'spec.timeZone';
  if (zone === '') return [invalid(field, zone, 'timeZone must be nil or non-empty string')];
  const words = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';
  return [
    ...(zone.toLowerCase() === 'local' ? [invalid(field, zone, words)] : []),
    ...(zone === 'Local' || isTimeZone(zone) ? [] : [invalid(field, zone, `unknown time zone ${zone}`)]),
  ];
}
