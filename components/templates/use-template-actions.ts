'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { createTemplate, deleteTemplate } from '@/lib/openapi/operations.generated'
import type { Template } from '@/lib/templates/contract'
import { contentOfTemplate, copyName } from './template-content'
import { refreshTemplates } from './template-keys'

/** Duplicates and deletes templates. A deleted one can be created again. */
export function useTemplateActions(projectId: string, templates: readonly Template[]) {
  const toast = useToast()
  const queries = useQueryClient()
  const run = async (work: () => Promise<unknown>, failure: string): Promise<void> => {
    try {
      await work()
    } catch (error) {
      toast(`${failure} ${error instanceof Error ? error.message : ''}`, 'bad')
    }
    await refreshTemplates(queries, projectId)
  }
  const create = (name: string, template: Template) =>
    call(createTemplate, { project_id: projectId, name, ...contentOfTemplate(template) })
  const duplicate = (template: Template): void => {
    const name = copyName(
      template.name,
      templates.map((other) => other.name),
    )
    void run(async () => {
      await create(name, template)
      toast(`“${name}” created.`)
    }, 'Not duplicated.')
  }
  const remove = (template: Template): void => {
    const undo = (): void => void run(() => create(template.name, template), 'Not restored.')
    void run(async () => {
      await call(deleteTemplate, { id: template.id })
      toast(`“${template.name}” deleted.`, 'good', { label: 'Undo', onUndo: undo })
    }, 'Not deleted.')
  }
  return { duplicate, remove }
}
