import type { ChannelId } from '@/lib/channel-ids'
import type { Issue } from '@/lib/errors'
import type { MomentKind, Severity } from '@/lib/moments/kinds'
import type { Cadence } from '@/lib/recurring/cadence'
import { readSchedule } from '@/lib/recurring/schedule-input'
import { type Schedule, slotAfter } from '@/lib/recurring/slots'
import type { TriggerInput } from './resource-contract'

/** A trigger as stored, without its connector, which has its own column. */
export type Trigger =
  | { kind: 'schedule'; cadence: Cadence; timezone: string }
  | { kind: 'connector_item'; contains: string | null }
  | { kind: 'moment'; kinds: MomentKind[] | null; min_severity: Severity | null }
  | { kind: 'story_published'; channels: ChannelId[] | null; content_types: string[] | null }

type Read = { trigger: Trigger; connectorId: string | null; issues: Issue[] }

/** Reads a trigger and returns the issues that the schema cannot detect. */
export function readTrigger(given: TriggerInput, projectZone: string | null, now: Date): Read {
  switch (given.kind) {
    case 'schedule': {
      const zone = given.timezone ?? projectZone
      const { schedule, issues } = readSchedule(
        { cadence: given.cadence, timezone: zone, starts_at: null, ends_at: null },
        now,
      )
      const { cadence, timezone } = schedule
      const own = issues.map((issue) => ({ ...issue, path: `trigger.${issue.path}` }))
      return { trigger: { kind: 'schedule', cadence, timezone }, connectorId: null, issues: own }
    }
    case 'connector_item':
      return {
        trigger: { kind: 'connector_item', contains: given.contains ?? null },
        connectorId: given.connector_id,
        issues: [],
      }
    case 'moment': {
      const { kinds = null, min_severity = null } = given
      return { trigger: { kind: 'moment', kinds, min_severity }, connectorId: null, issues: [] }
    }
    case 'story_published': {
      const { channels = null, content_types = null } = given
      return { trigger: { kind: 'story_published', channels, content_types }, connectorId: null, issues: [] }
    }
  }
}

export const scheduleOf = ({ cadence, timezone }: Extract<Trigger, { kind: 'schedule' }>): Schedule => ({
  cadence,
  timezone,
  starts_at: null,
  ends_at: null,
})

/** The first slot after an instant. Null for other triggers. */
export const nextRunOf = (trigger: Trigger, after: Date): Date | null =>
  trigger.kind === 'schedule' ? slotAfter(scheduleOf(trigger), after) : null
