import type { SubjectKind } from './kinds'
import type { AutomationRow } from './repository'
import type { Automation, AutomationRun, AutomationTrigger } from './resource-contract'
import type { RunRow } from './runs-repository'

export const serializeAutomation = (row: AutomationRow): Automation => ({
  id: row.id,
  project_id: row.project_id,
  name: row.name,
  trigger: serializeTrigger(row),
  template_id: row.template_id,
  channels: row.channels,
  mode: row.mode,
  schedule: row.schedule,
  attach_media: row.attach_media,
  active: row.active,
  last_run_at: row.last_run_at?.toISOString() ?? null,
  next_run_at: row.active ? (row.next_run_at?.toISOString() ?? null) : null,
  last_error: row.last_error,
  failure_count: row.failure_count,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

const serializeTrigger = ({ trigger, connector_id }: AutomationRow): AutomationTrigger =>
  trigger.kind === 'connector_item' ? { kind: trigger.kind, connector_id, contains: trigger.contains } : trigger

export const serializeRun = (row: RunRow): AutomationRun => ({
  id: row.id,
  automation_id: row.automation_id,
  subject: serializeSubject(row),
  outcome: row.outcome,
  code: row.code,
  message: row.message,
  story_id: row.story_id,
  created_at: row.created_at.toISOString(),
})

export function serializeSubject({ subject, label }: { subject: string; label: string }): AutomationRun['subject'] {
  const { kind, id } = readSubject(subject)
  return { kind, id: kind === 'slot' || kind === 'manual' ? null : id, label }
}

/** `item:<id>` → kind and id. */
export function readSubject(subject: string): { kind: SubjectKind; id: string } {
  const at = subject.indexOf(':')
  return { kind: subject.slice(0, at) as SubjectKind, id: subject.slice(at + 1) }
}
