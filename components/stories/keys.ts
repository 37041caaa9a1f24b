import type { QueryClient } from '@tanstack/react-query'

export const storyKeys = {
  all: (projectId: string) => ['stories', projectId] as const,
  list: (projectId: string, filter: object) => ['stories', projectId, 'list', filter] as const,
  one: (projectId: string, id: string) => ['stories', projectId, 'one', id] as const,
  timeline: (projectId: string, id: string) => ['stories', projectId, 'one', id, 'timeline'] as const,
}

export const queueKeys = { all: (projectId: string) => ['queue', projectId] as const }

/** After any change of a story: lists, the story itself and the queue all show it. */
export async function refreshStories(queries: QueryClient, projectId: string): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: storyKeys.all(projectId) }),
    queries.invalidateQueries({ queryKey: queueKeys.all(projectId) }),
  ])
}
