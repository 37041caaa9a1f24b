import { nameChannels } from '@/components/channels/channel-names'
import { kindLooks } from '@/components/moments/moment-look'
import { cadenceOf } from '@/components/recurring/recurring-draft'
import type { Automation } from '@/lib/automations/resource-contract'
import { cadenceText } from '@/lib/recurring/cadence-text'
import { cadenceDraft } from './automation-draft'
import type { Sources } from './sources'

type Names = Pick<Sources, 'templates' | 'connectors'>

/** “When a new item appears in Blog, create a draft from New article for LinkedIn and X.” */
export function sentenceText(automation: Automation, { templates, connectors }: Names, locale: string): string {
  const { trigger, mode, schedule, channels, template_id } = automation
  const template = templates.find(({ id }) => id === template_id)?.name ?? 'a deleted template'
  const make =
    mode === 'draft'
      ? 'create a draft'
      : `schedule a story ${schedule.kind === 'delay' ? delayText(schedule.minutes) : 'at the next free time'}`
  return `${whenText(trigger, connectors, locale)}, ${make} from ${template} for ${nameChannels(channels)}.`
}

function whenText(trigger: Automation['trigger'], connectors: Names['connectors'], locale: string): string {
  switch (trigger.kind) {
    case 'connector_item': {
      const connector = connectors.find(({ id }) => id === trigger.connector_id)?.name ?? 'a deleted connector'
      return `When a new item${trigger.contains ? ` with “${trigger.contains}”` : ''} appears in ${connector}`
    }
    case 'moment': {
      const kinds = trigger.kinds?.map((kind) => kindLooks[kind].label.toLowerCase()).join(' or ') ?? 'moment'
      return `When a ${kinds} of ${trigger.min_severity ?? 'low'} severity or more is detected`
    }
    case 'story_published': {
      const pillars = trigger.content_types ? ` of ${trigger.content_types.join(' or ')}` : ''
      return `When a story${pillars} is published${trigger.channels ? ` on ${nameChannels(trigger.channels)}` : ''}`
    }
    case 'schedule':
      return cadenceText(cadenceOf(cadenceDraft(trigger)), trigger.timezone, locale)
  }
}

const [hour, day] = [60, 1_440]

export function delayText(minutes: number): string {
  if (minutes === 0) return 'at once'
  if (minutes % day === 0) return `${counted(minutes / day, 'day')} later`
  return minutes % hour === 0 ? `${counted(minutes / hour, 'hour')} later` : `${counted(minutes, 'minute')} later`
}

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`
