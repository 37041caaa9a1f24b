export const webhookKeys = {
  all: (projectId: string) => ['webhooks', projectId] as const,
  list: (projectId: string) => ['webhooks', projectId, 'list'] as const,
  alerts: (projectId: string) => ['webhooks', projectId, 'alerts'] as const,
  one: (projectId: string, id: string) => ['webhooks', projectId, 'one', id] as const,
  deliveries: (projectId: string, id: string) => ['webhooks', projectId, 'deliveries', id] as const,
}

/** An event that an endpoint can ask for, with what follows “It is sent when”. */
export type EventWords = { name: string; when: string }

/** A project has at most so many, so that one page has them all. */
export const endpointsMax = 100
