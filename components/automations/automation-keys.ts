export const automationKeys = {
  all: (projectId: string) => ['automations', projectId] as const,
  list: (projectId: string) => ['automations', projectId, 'list'] as const,
  one: (projectId: string, id: string) => ['automations', projectId, id] as const,
  runs: (projectId: string, id: string) => ['automations', projectId, id, 'runs'] as const,
  preview: (projectId: string, input: string) => ['automations', projectId, 'preview', input] as const,
}

/** One page shows all active ones, of which a project has at most 100. */
export const listLimit = 200
