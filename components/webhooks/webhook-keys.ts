export const webhookKeys = {
  all: (projectId: string) => ['webhooks', projectId] as const,
  list: (projectId: string) => ['webhooks', projectId, 'list'] as const,
  alerts: (projectId: string) => ['webhooks', projectId, 'alerts'] as const,
  one: (projectId: string, id: string) => ['webhooks', projectId, 'one', id] as const,
  deliveries: (projectId: string, id: string) => ['webhooks', projectId, 'deliveries', id] as const,
}

/** `when` completes the sentence “Sent when …”. */
export type EventSummary = { name: string; when: string }

/** A project and a user have at most 100 each, so one page has them all. */
const maxEndpoints = 200

/** Query for the endpoints of a project and the account-wide endpoints of the user. */
export const endpointsQuery = (projectId: string) =>
  ({ project_id: projectId, account_wide: 'true', limit: maxEndpoints }) as const
