'use client'

import { FilterX, LayoutTemplate, Plus } from 'lucide-react'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { usePathname, useSearchParams } from '@/components/navigation/page-url'
import type { NamedPillar } from '@/components/pillars/pillar-options'
import { RoleNote, useMay } from '@/components/projects/role'
import { Button } from '@/components/ui/button'
import { Pagination } from '@/components/ui/data/pagination'
import { SearchField } from '@/components/ui/data/search-field'
import { EmptyState } from '@/components/ui/empty-state'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { PageHeader } from '@/components/ui/page-header'
import { ListSkeleton } from '@/components/ui/skeleton'
import type { Template } from '@/lib/templates/contract'
import { TemplateTable } from './template-table'
import { useDeleteTemplate, useDuplicateTemplate } from './use-template-actions'
import { type TemplatePage, useTemplates } from './use-templates'

const TemplateDialog = lazyComponent(() => import('./template-dialog').then((it) => it.TemplateDialog))

type Props = { projectId: string; initial: TemplatePage; initialWords: string; pillars: readonly NamedPillar[] }

/** The templates of the project. */
export function TemplateScreen({ projectId, initial, initialWords, pillars }: Props) {
  const search = useSearchParams()
  const pathname = usePathname()
  const mayWrite = useMay('stories:write')
  const words = search.get('q') ?? ''
  const list = useTemplates(projectId, words, words === initialWords ? initial : undefined)
  const { data, error, isPending, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = list
  // Null: a new template.
  const [open, setOpen] = useState<{ template: Template | null } | null>(null)
  const duplicate = useDuplicateTemplate(projectId)
  const { remove, withoutDeleted, sendPending } = useDeleteTemplate(projectId)
  const loaded = data?.pages.flatMap((page) => page.templates) ?? []
  const templates = withoutDeleted(loaded)
  const edit = (template: Template | null): void => {
    // Names are unique, and the name of a deleted template can be used again.
    void sendPending()
    setOpen({ template })
  }
  // Changes the URL without a request for the page.
  const show = (next: string): void =>
    window.history.replaceState(null, '', next ? `${pathname}?${new URLSearchParams({ q: next })}` : pathname)
  const newButton = (
    <Button tone="primary" icon={<Plus aria-hidden size={16} />} onClick={() => edit(null)}>
      New template
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Templates"
        tools={
          <search>
            <SearchField label="Search templates" value={words} onChange={show} />
          </search>
        }
        action={mayWrite && templates.length > 0 && newButton}
      />
      {error && (
        <div className="mb-4">
          <ErrorNote isReading error={error} title="The list may be out of date" onRetry={() => void refetch()} />
        </div>
      )}
      {isPending && <ListSkeleton label="Loading templates" />}
      {!isPending && templates.length === 0 && !error && !isPlaceholderData && (
        <Empty words={words} onShowAll={() => show('')} action={newButton} />
      )}
      {templates.length > 0 && (
        <div className="flex flex-col gap-4">
          <TemplateTable
            {...{ projectId, templates, pillars }}
            onEdit={edit}
            onDuplicate={(template) => void duplicate(template, loaded)}
            onDelete={remove}
          />
          <Pagination
            hasMore={hasNextPage}
            isLoading={isFetchingNextPage}
            onMore={() => void fetchNextPage()}
            shown={templates.length}
            noun="templates"
          />
        </div>
      )}
      {open && <TemplateDialog projectId={projectId} template={open.template} onClose={() => setOpen(null)} />}
    </>
  )
}

type EmptyProps = { words: string; onShowAll: () => void; action: React.ReactNode }

function Empty({ words, onShowAll, action }: EmptyProps) {
  const mayWrite = useMay('stories:write')
  if (words) {
    return (
      <EmptyState
        Icon={FilterX}
        title="No templates found"
        action={<Button onClick={onShowAll}>Show all templates</Button>}
      >
        No name or caption contains “{words}”.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      Icon={LayoutTemplate}
      title="No templates yet"
      action={mayWrite ? action : <RoleNote scope="stories:write" to="create templates" />}
    >
      Save the text, hashtags and channels of posts that you write often, and start new stories from them.
    </EmptyState>
  )
}
