export const webhookKeys = {
  all: (projectId: string) => ['webhooks', projectId] as const,
  list: (projectId: string) => ['webhooks', projectId, 'list'] as const,
  alerts: (projectId: string) => ['webhooks', projectId, 'alerts'] as const,
  one: (projectId: string, id: string) => ['webhooks', projectId, 'one', id] as const,
  deliveries: (projectId: string, id: string) => ['webhooks', projectId, 'deliveries', id] as const,
}

/** An event that an endpoint can ask for, with what follows “It is sent when”. */
export type EventWords = { name: string; when: string }

/** Of a project and of a person there are at most a hundred each, so that one page has them all. */
const endpointsMax = 200

/** What the screen of a project lists: its endpoints, and the person's own that hear of every project. */
export const allThatHear = (projectId: string) =>
  ({ project_id: projectId, account_wide: 'true', limit: endpointsMax }) as const
