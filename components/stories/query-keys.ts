import type { QueryClient } from '@tanstack/react-query'

export const storyKeys = {
  all: (projectId: string) => ['stories', projectId] as const,
  list: (projectId: string, filter: object) => ['stories', projectId, 'list', filter] as const,
  one: (projectId: string, id: string) => ['stories', projectId, 'one', id] as const,
  /** The posts as their networks get them, for a version of the story. */
  posts: (projectId: string, id: string, updatedAt: string) =>
    ['stories', projectId, 'one', id, 'posts', updatedAt] as const,
  timeline: (projectId: string, id: string) => ['stories', projectId, 'one', id, 'timeline'] as const,
}

export const queueKeys = {
  all: (projectId: string) => ['queue', projectId] as const,
  failed: (projectId: string) => ['queue', projectId, 'failed'] as const,
}

export const notificationKeys = {
  all: (projectId: string) => ['notifications', projectId] as const,
  newest: (projectId: string) => ['notifications', projectId, 'newest'] as const,
  pages: (projectId: string) => ['notifications', projectId, 'pages'] as const,
}

/** Call after any change of a story. Refetches lists, its page, the queue and the counts of the navigation. */
export async function refreshStories(queries: QueryClient, projectId: string): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: storyKeys.all(projectId) }),
    queries.invalidateQueries({ queryKey: queueKeys.all(projectId) }),
    queries.invalidateQueries({ queryKey: notificationKeys.newest(projectId) }),
  ])
}
