'use client'

import { Ellipsis, FilterX, History, Plus, Quote, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { usePathname, useSearchParams } from '@/components/navigation/page-url'
import type { NamedPillar } from '@/components/pillars/pillar-options'
import { RoleNote, useMay } from '@/components/projects/role'
import { Button } from '@/components/ui/button'
import { ShowMore } from '@/components/ui/data/show-more'
import { EmptyState } from '@/components/ui/empty-state'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Menu } from '@/components/ui/menu'
import { PageHeader } from '@/components/ui/page-header'
import { ListSkeleton } from '@/components/ui/skeleton'
import type { CorpusCaption } from '@/lib/captions/corpus/contract'
import { noFilter, readCaptionsFilter, writeCaptionsFilter } from './captions-filter'
import { FilterBar } from './captions-filter-bar'
import { CaptionsTable } from './captions-table'
import { useCaptionActions, useDeleteCaption } from './use-caption-actions'
import { type CaptionPage, useCaptions } from './use-captions'

const CaptionDialog = lazyComponent(() => import('./caption-dialog').then((it) => it.CaptionDialog))
const ImportDialog = lazyComponent(() => import('./import-dialog').then((it) => it.ImportDialog))

type Props = { projectId: string; initial: CaptionPage | null; initialAddress: string; pillars: readonly NamedPillar[] }
type Open = { dialog: 'caption'; caption: CorpusCaption | null } | { dialog: 'import' }

/** The caption library: what AI suggestions learn from. */
export function CaptionsScreen({ projectId, initial, initialAddress, pillars }: Props) {
  const pathname = usePathname()
  const filter = readCaptionsFilter(useSearchParams())
  const address = writeCaptionsFilter(filter)
  const isInitial = initial !== null && address === initialAddress
  const list = useCaptions(projectId, filter, isInitial ? initial : undefined)
  const { data, error, isPending, isPlaceholderData, refetch } = list
  const [open, setOpen] = useState<Open | null>(null)
  const { seed } = useCaptionActions(projectId)
  const { remove, withoutDeleted } = useDeleteCaption(projectId)
  const mayWrite = useMay('stories:write')
  const captions = withoutDeleted(data?.pages.flatMap((page) => page.captions) ?? [])
  const show = (next: typeof filter): void =>
    window.history.replaceState(null, '', `${pathname}${writeCaptionsFilter(next)}`)
  const isEmpty = !isPending && !error && !isPlaceholderData && captions.length === 0
  const isUnfiltered = address === ''
  const newButton = (
    <Button
      tone="primary"
      icon={<Plus aria-hidden size={16} />}
      onClick={() => setOpen({ dialog: 'caption', caption: null })}
    >
      New caption
    </Button>
  )
  const more = (
    <Menu
      label="More"
      items={[
        {
          label: 'Import from CSV',
          icon: <Upload aria-hidden size={16} />,
          onSelect: () => setOpen({ dialog: 'import' }),
        },
        {
          label: 'Add from published posts',
          icon: <History aria-hidden size={16} />,
          onSelect: () => void seed(),
        },
      ]}
      trigger={<Ellipsis aria-hidden size={16} />}
      triggerClassName="flex control-size items-center justify-center rounded-lg border border-line-strong text-ink-soft hover:bg-hover hover:text-ink"
    />
  )
  return (
    <>
      <PageHeader
        title="Captions"
        tools={<FilterBar filter={filter} pillars={pillars} onChange={show} />}
        action={
          mayWrite && (
            <div className="flex items-center gap-2">
              {more}
              {!(isEmpty && isUnfiltered) && newButton}
            </div>
          )
        }
      />
      {error && (
        <div className="mb-4">
          <ErrorNote
            isReading
            error={error}
            title="The list may be out of date"
            action={
              <Button isSmall onClick={() => void refetch()}>
                Try again
              </Button>
            }
          />
        </div>
      )}
      {isPending && <ListSkeleton label="Loading captions" />}
      {isEmpty && (
        <Empty
          isUnfiltered={isUnfiltered}
          onShowAll={() => show(noFilter)}
          onSeed={() => void seed()}
          action={newButton}
        />
      )}
      {captions.length > 0 && (
        <div className="flex flex-col gap-4">
          {filter.words && !isPlaceholderData && <MatchNote matchedBy={data?.pages[0]?.matched_by} />}
          <CaptionsTable
            {...{ projectId, captions, pillars }}
            onEdit={(caption) => setOpen({ dialog: 'caption', caption })}
            onDelete={remove}
          />
          <ShowMore query={list} label="Show more captions" className="justify-center" />
        </div>
      )}
      {open?.dialog === 'caption' && (
        <CaptionDialog projectId={projectId} caption={open.caption} onClose={() => setOpen(null)} />
      )}
      {open?.dialog === 'import' && <ImportDialog {...{ projectId, pillars }} onClose={() => setOpen(null)} />}
    </>
  )
}

const MatchNote = ({ matchedBy }: { matchedBy: CaptionPage['matched_by'] }) => (
  <p role="status" className="-mb-2 text-sm text-ink-soft">
    {matchedBy === 'meaning' ? 'Most similar in meaning first.' : 'Captions with these words, newest first.'}
  </p>
)

type EmptyProps = { isUnfiltered: boolean; onShowAll: () => void; onSeed: () => void; action: ReactNode }

function Empty({ isUnfiltered, onShowAll, onSeed, action }: EmptyProps) {
  const mayWrite = useMay('stories:write')
  if (!isUnfiltered) {
    return (
      <EmptyState
        Icon={FilterX}
        title="No captions found"
        action={<Button onClick={onShowAll}>Show all captions</Button>}
      >
        Other captions are hidden by the search or the filters.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      Icon={Quote}
      title="No captions yet"
      action={
        mayWrite ? (
          <div className="flex flex-wrap justify-center gap-2">
            {action}
            <Button icon={<History aria-hidden size={16} />} onClick={onSeed}>
              Add from published posts
            </Button>
          </div>
        ) : (
          <RoleNote scope="stories:write" to="add captions" />
        )
      }
    >
      AI suggestions follow the style of approved captions. Captions of published posts are added here for review.
    </EmptyState>
  )
}
