import { insertAutomation } from '@/lib/automations/repository'
import type { AutomationSchedule } from '@/lib/automations/resource-contract'
import type { Trigger } from '@/lib/automations/trigger'
import type { ChannelId } from '@/lib/channel-ids'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { aProject } from '../api/api'
import { insertConnector } from '../connectors/connectors'

export const minuteMs = 60_000
export const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * minuteMs)

type Wanted = {
  trigger?: Trigger
  connectorId?: string | null
  caption?: string
  channels?: ChannelId[]
  mode?: 'draft' | 'schedule'
  schedule?: AutomationSchedule
  nextRunAt?: Date
  failureCount?: number
}

const newItem: Trigger = { kind: 'connector_item', contains: null }

/** An automation that was turned on three hours ago. */
export async function anAutomation(projectId: string, wanted: Wanted = {}): Promise<string> {
  const [id, template_id] = [newId(), newId()]
  const caption = wanted.caption ?? 'New: {{item.title}}'
  await database()
    .insertInto('templates')
    .values({ id: template_id, project_id: projectId, name: id, caption })
    .execute()
  await insertAutomation(database(), {
    ...{ id, project_id: projectId, name: 'Blog to X', trigger: wanted.trigger ?? newItem, template_id },
    connector_id: wanted.connectorId ?? null,
    channels: wanted.channels ?? ['x'],
    mode: wanted.mode ?? 'draft',
    schedule: wanted.schedule ?? { kind: 'next_free_time' },
    ...{ attach_media: true, active: true, activated_at: minutesAgo(180), checked_at: minutesAgo(180) },
    next_run_at: wanted.nextRunAt ?? null,
    failure_count: wanted.failureCount ?? 0,
  })
  return id
}

export async function anItemAutomation(wanted: Wanted = {}) {
  const { projectId } = await aProject({ timezone: 'UTC' })
  const connectorId = await insertConnector({ projectId })
  return { projectId, connectorId, id: await anAutomation(projectId, { ...wanted, connectorId }) }
}
