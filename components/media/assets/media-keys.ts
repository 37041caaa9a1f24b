export const mediaKeys = {
  all: (projectId: string) => ['media', projectId] as const,
  /** Without a filter, of all lists. */
  list: (projectId: string, filter?: object) => ['media', projectId, 'list', ...(filter ? [filter] : [])] as const,
  tags: (projectId: string) => ['media', projectId, 'tags'] as const,
  folders: (projectId: string) => ['media', projectId, 'folders'] as const,
  storage: (projectId: string) => ['media', projectId, 'storage'] as const,
  one: (projectId: string, id: string) => ['media', projectId, 'one', id] as const,
  stories: (projectId: string, id: string) => ['media', projectId, 'one', id, 'stories'] as const,
}
