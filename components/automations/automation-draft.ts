import { cadenceOf, newDraft, type RecurringDraft } from '@/components/recurring/recurring-draft'
import type { RequestTo } from '@/lib/api/operation'
import type { Automation } from '@/lib/automations/resource-contract'
import type { ChannelId } from '@/lib/channel-ids'
import type { MomentKind, Severity } from '@/lib/moments/kinds'
import type { createAutomation } from '@/lib/openapi/operations.generated'

export type TriggerKind = Automation['trigger']['kind']

/** The values of the form. Fields of all triggers are kept, so that switching the trigger loses nothing. */
export type AutomationDraft = {
  name: string
  kind: TriggerKind
  connectorId: string
  contains: string
  momentKinds: MomentKind[]
  minSeverity: Severity
  watched: ChannelId[]
  contentTypes: string[]
  /** Only its cadence and time zone are used. */
  cadence: RecurringDraft
  /** Empty: none is chosen. */
  templateId: string
  /** Texts of a template that is created with the automation. */
  newTemplate: { name: string; caption: string } | null
  channels: ChannelId[]
  mode: 'draft' | 'schedule'
  /** Null: the next free time. */
  delayMinutes: number | null
  attachMedia: boolean
}

export type AutomationInput = Omit<RequestTo<typeof createAutomation>, 'project_id' | 'projectId' | 'active'>

export const blankDraft = (timezone: string): AutomationDraft => ({
  name: '',
  kind: 'connector_item',
  connectorId: '',
  contains: '',
  momentKinds: [],
  minSeverity: 'high',
  watched: [],
  contentTypes: [],
  cadence: newDraft(timezone, []),
  templateId: '',
  newTemplate: null,
  channels: [],
  mode: 'draft',
  delayMinutes: null,
  attachMedia: true,
})

export function draftOf(automation: Automation, timezone: string): AutomationDraft {
  const { trigger, schedule } = automation
  return {
    ...blankDraft(timezone),
    ...triggerDraft(automation),
    name: automation.name,
    kind: trigger.kind,
    templateId: automation.template_id ?? '',
    channels: automation.channels,
    mode: automation.mode,
    delayMinutes: schedule.kind === 'delay' ? schedule.minutes : null,
    attachMedia: automation.attach_media,
  }
}

function triggerDraft({ trigger }: Automation): Partial<AutomationDraft> {
  switch (trigger.kind) {
    case 'connector_item':
      return { connectorId: trigger.connector_id ?? '', contains: trigger.contains ?? '' }
    case 'moment':
      return { momentKinds: trigger.kinds ?? [], minSeverity: trigger.min_severity ?? 'low' }
    case 'story_published':
      return { watched: trigger.channels ?? [], contentTypes: trigger.content_types ?? [] }
    case 'schedule':
      return { cadence: cadenceDraft(trigger) }
  }
}

export const cadenceDraft = ({ cadence, timezone }: Extract<Automation['trigger'], { kind: 'schedule' }>) => {
  const blank = newDraft(timezone, [])
  return {
    ...blank,
    ...Object.fromEntries(
      Object.entries({
        kind: cadence.kind,
        time: cadence.time,
        weekdays: cadence.weekdays,
        dayOfMonth: cadence.day_of_month,
        cron: cadence.cron,
      }).filter(([, value]) => value !== undefined),
    ),
  } satisfies RecurringDraft
}

export function triggerOf(draft: AutomationDraft): AutomationInput['trigger'] {
  const { kind } = draft
  switch (kind) {
    case 'connector_item':
      return { kind, connector_id: draft.connectorId, contains: draft.contains.trim() || null }
    case 'moment':
      return { kind, kinds: orNull(draft.momentKinds), min_severity: draft.minSeverity }
    case 'story_published':
      return { kind, channels: orNull(draft.watched), content_types: orNull(draft.contentTypes) }
    case 'schedule':
      return { kind, cadence: cadenceOf(draft.cadence), timezone: draft.cadence.timezone }
  }
}

const orNull = <T>(list: T[]): T[] | null => (list.length > 0 ? list : null)

/** The request for a draft, without its template. */
export const inputOf = (draft: AutomationDraft) => ({
  trigger: triggerOf(draft),
  channels: draft.channels,
  mode: draft.mode,
  schedule:
    draft.delayMinutes === null
      ? { kind: 'next_free_time' as const }
      : { kind: 'delay' as const, minutes: draft.delayMinutes },
  attach_media: draft.attachMedia,
})

/** What is missing before it can be tried or saved. */
export function missingIn(draft: AutomationDraft): string | null {
  if (draft.kind === 'connector_item' && draft.connectorId === '') return 'Choose a connector.'
  if (draft.kind === 'schedule' && draft.cadence.kind === 'weekly' && draft.cadence.weekdays.length === 0) {
    return 'Choose at least one day.'
  }
  if (draft.newTemplate && draft.newTemplate.caption.trim() === '') return 'Write the text of the new template.'
  if (!draft.newTemplate && draft.templateId === '') return 'Choose a template.'
  return draft.channels.length === 0 ? 'Choose at least one channel.' : null
}
