import type { QueryClient } from '@tanstack/react-query'

export const pageSize = 50

export const templateKeys = {
  all: (projectId: string) => ['templates', projectId] as const,
  list: (projectId: string, words: string) => ['templates', projectId, 'list', words] as const,
}

export const refreshTemplates = (queries: QueryClient, projectId: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: templateKeys.all(projectId) })
