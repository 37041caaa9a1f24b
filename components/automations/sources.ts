import type { AnswerTo } from '@/lib/api/operation'
import type { ChannelId } from '@/lib/channel-ids'
import type { listConnectors, listTemplates } from '@/lib/openapi/operations.generated'

export type ListedTemplate = AnswerTo<typeof listTemplates>['templates'][number]
export type ListedConnector = AnswerTo<typeof listConnectors>['connectors'][number]

/** What automations of a project can use. */
export type Sources = {
  templates: readonly ListedTemplate[]
  connectors: readonly ListedConnector[]
  /** Channels that can publish now. */
  connected: readonly ChannelId[]
}
