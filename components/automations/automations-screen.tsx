'use client'

import { Plus, Workflow } from 'lucide-react'
import { ErrorNote } from '@/components/errors/error-note'
import { RoleNote, useMay } from '@/components/projects/role'
import { useZone } from '@/components/time/zone'
import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import type { AnswerTo } from '@/lib/api/operation'
import type { listAutomations } from '@/lib/openapi/operations.generated'
import { AutomationRow } from './automation-row'
import { RecipeList } from './recipe-list'
import { sentenceText } from './sentence-text'
import type { Sources } from './sources'
import { useAutomationList, useDelete, useSetActive } from './use-automations'

type Props = {
  projectId: string
  initial: AnswerTo<typeof listAutomations>
  sources: Pick<Sources, 'templates' | 'connectors'>
}

/** The automations of a project, and recipes for new ones. */
export function AutomationsScreen({ projectId, initial, sources }: Props) {
  const { locale } = useZone()
  const { data, error } = useAutomationList(projectId, initial)
  const setActive = useSetActive(projectId)
  const { remove, withoutDeleted } = useDelete(projectId)
  const mayWrite = useMay('automations:write')
  const automations = withoutDeleted(data.automations)
  const newButton = mayWrite && (
    <ButtonLink tone="primary" href={`/${projectId}/automations/new`} icon={<Plus aria-hidden size={16} />}>
      New automation
    </ButtonLink>
  )
  return (
    <>
      <PageHeader title="Automations" action={automations.length > 0 && newButton} />
      <RoleNote scope="automations:write" className="mb-4 text-ink-soft" />
      {error && (
        <div className="mb-4">
          <ErrorNote isReading error={error} title="The list may be out of date" />
        </div>
      )}
      {setActive.error && (
        <div className="mb-4">
          <ErrorNote error={setActive.error} title="The automation was not changed" />
        </div>
      )}
      {automations.length === 0 ? (
        <EmptyState Icon={Workflow} title="No automations yet" action={newButton}>
          Make posts from new articles, published stories, moments or a schedule. You decide whether they are drafts or
          scheduled.
        </EmptyState>
      ) : (
        <ul className="panel divide-y divide-line">
          {automations.map((automation) => (
            <AutomationRow
              key={automation.id}
              automation={automation}
              sentence={sentenceText(automation, sources, locale)}
              mayWrite={mayWrite}
              isActive={
                setActive.isPending && setActive.variables.id === automation.id
                  ? setActive.variables.active
                  : automation.active
              }
              onActive={(active) => setActive.mutate({ id: automation.id, active })}
              onDelete={() => remove(automation)}
            />
          ))}
        </ul>
      )}
      {mayWrite && <RecipeList projectId={projectId} />}
    </>
  )
}
