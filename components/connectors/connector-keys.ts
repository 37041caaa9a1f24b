export const connectorKeys = {
  all: (projectId: string) => ['connectors', projectId] as const,
  list: (projectId: string) => ['connectors', projectId, 'list'] as const,
  items: (projectId: string, id: string) => ['connectors', projectId, 'items', id] as const,
}

/** One page shows all: a project has at most 100. */
export const listLimit = 100
export const itemsShown = 10
