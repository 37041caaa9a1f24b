'use client'

import { Plus, Repeat } from 'lucide-react'
import { ErrorNote } from '@/components/errors/error-note'
import { RoleNote, useMay } from '@/components/projects/role'
import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import type { AnswerTo } from '@/lib/api/operation'
import type { listRecurringTemplates } from '@/lib/openapi/operations.generated'
import { RecurringRow } from './recurring-row'
import { useDelete, useRecurringList, useSetActive } from './use-recurring'

type Props = { projectId: string; initial: AnswerTo<typeof listRecurringTemplates> }

/** The recurring posts of a project. */
export function RecurringScreen({ projectId, initial }: Props) {
  const { data, error } = useRecurringList(projectId, initial)
  const setActive = useSetActive(projectId)
  const { remove, withoutDeleted } = useDelete(projectId)
  const mayWrite = useMay('stories:write')
  const templates = withoutDeleted(data.recurring_templates)
  const newButton = mayWrite && (
    <ButtonLink tone="primary" href={`/${projectId}/recurring/new`} icon={<Plus aria-hidden size={16} />}>
      New recurring post
    </ButtonLink>
  )
  return (
    <>
      <PageHeader title="Recurring" action={templates.length > 0 && newButton} />
      <RoleNote scope="stories:write" className="mb-4 text-ink-soft" />
      {error && (
        <div className="mb-4">
          <ErrorNote isReading error={error} title="The list may be out of date" />
        </div>
      )}
      {setActive.error && (
        <div className="mb-4">
          <ErrorNote error={setActive.error} title="The recurring post was not changed" />
        </div>
      )}
      {templates.length === 0 ? (
        <EmptyState Icon={Repeat} title="No recurring posts yet" action={newButton}>
          Write a post once and publish it every day, week or month, with the date or weekday filled in.
        </EmptyState>
      ) : (
        <ul className="panel divide-y divide-line">
          {templates.map((template) => (
            <RecurringRow
              key={template.id}
              template={template}
              mayWrite={mayWrite}
              isActive={
                setActive.isPending && setActive.variables.id === template.id
                  ? setActive.variables.active
                  : template.active
              }
              onActive={(active) => setActive.mutate({ id: template.id, active })}
              onDelete={() => remove(template)}
            />
          ))}
        </ul>
      )}
    </>
  )
}
