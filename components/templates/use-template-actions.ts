'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useToast } from '@/components/ui/toast'
import { useDelayedDelete } from '@/components/ui/use-delayed-delete'
import { call } from '@/lib/api/client'
import { createTemplate, deleteTemplate } from '@/lib/openapi/operations.generated'
import type { Template } from '@/lib/templates/contract'
import { contentOfTemplate, copyName } from './template-content'
import { refreshTemplates } from './template-keys'

/** Duplicates a template under a name that none of `templates` has. */
export function useDuplicateTemplate(projectId: string) {
  const toast = useToast()
  const queries = useQueryClient()
  return async (template: Template, templates: readonly Template[]): Promise<void> => {
    const names = templates.map((other) => other.name)
    const name = copyName(template.name, names)
    try {
      await call(createTemplate, { project_id: projectId, name, ...contentOfTemplate(template) })
      toast(`“${name}” created.`)
    } catch (error) {
      toast(`Not duplicated. ${error instanceof Error ? error.message : ''}`, 'bad')
    }
    await refreshTemplates(queries, projectId)
  }
}

export function useDeleteTemplate(projectId: string) {
  const queries = useQueryClient()
  return useDelayedDelete<Template>({
    nameOf: ({ name }) => `“${name}”`,
    send: ({ id }) => call(deleteTemplate, { id }, { keepalive: true }),
    refresh: () => refreshTemplates(queries, projectId),
  })
}
