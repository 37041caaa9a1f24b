import type { InputOf } from '@/lib/api/contract'
import type { Database } from '@/lib/db/pool'
import type { Issue } from '@/lib/errors'
import { repeatedChannels } from '@/lib/stories/content/content'
import { findTemplateRow } from '@/lib/templates/repository'
import type * as contracts from './contract'
import { type AutomationRow, hasConnector } from './repository'
import { unknownText } from './run/plan-story'
import { groupsIn } from './run/variables'
import { readTrigger, type Trigger } from './trigger'

type Input = Omit<InputOf<typeof contracts.editAutomation>, 'id'>
type Settings = { trigger: Trigger; connectorId: string | null; templateId: string | null; issues: Issue[] }

/** The trigger and template of a request; those of the automation where it names none. */
export function readSettings(
  { trigger, template_id }: Input,
  before: AutomationRow | undefined,
  projectZone: string | null,
  now: Date,
): Settings {
  const templateId = template_id ?? before?.template_id ?? null
  if (trigger) return { ...readTrigger(trigger, projectZone, now), templateId }
  if (!before) throw new Error('A new automation needs a trigger.')
  return { trigger: before.trigger, connectorId: before.connector_id, templateId, issues: [] }
}

/** Issues that the schema cannot detect. Only of what the request changes. */
export async function settingsIssues(
  db: Database,
  projectId: string,
  input: Input,
  { trigger, connectorId, templateId, issues }: Settings,
): Promise<Issue[]> {
  const found = [...issues, ...repeatedChannels(input.channels ?? [])]
  if (input.trigger && connectorId !== null && !(await hasConnector(db, projectId, connectorId))) {
    const message = 'This project has no such connector.'
    found.push({ path: 'trigger.connector_id', code: 'not_found', message })
  }
  if (templateId === null || !(input.template_id || input.trigger)) return found
  const template = await findTemplateRow(db, projectId, templateId)
  if (!template) {
    const issue = { path: 'template_id', code: 'not_found', message: 'This project has no such template.' }
    return input.template_id ? [...found, issue] : found
  }
  const groups = groupsIn(
    `${template.caption}\n${template.hashtags ?? ''}\n${JSON.stringify(template.channel_overrides)}`,
  )
  const known = groupsOf[trigger.kind]
  for (const [group, written] of groups) {
    if (!known.includes(group)) {
      found.push({ path: 'template_id', code: 'unknown_variable', message: unknownText(written) })
    }
  }
  return found
}

/** Variables of each trigger. */
const groupsOf: Record<Trigger['kind'], readonly string[]> = {
  schedule: ['recent_posts'],
  connector_item: ['item'],
  moment: ['moment', 'story'],
  story_published: ['story'],
}
