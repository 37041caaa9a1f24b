'use client'

import { CalendarClock, CopyPlus, Ellipsis, PenLine, Trash2, X } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { ChannelStack } from '@/components/channels/channel-avatar'
import { goToComposer } from '@/components/composer-address/composer-address'
import { ErrorNote } from '@/components/errors/error-note'
import { RowThumbnail } from '@/components/media/assets/row-thumbnail'
import { useMay } from '@/components/projects/role'
import { useDuplicate } from '@/components/stories/use-duplicate'
import { useBulkDelete } from '@/components/story-list/use-bulk-delete'
import type { DeletedStories } from '@/components/story-list/use-deleted-stories'
import { ButtonLink, IconButton } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Popover } from '@/components/ui/overlays/popover'
import { Skeleton } from '@/components/ui/skeleton'
import { Action } from '../actions/story-actions'
import { type Draft, draftsMax, draftTitle, useDrafts } from './use-drafts'

const ScheduleDraftDialog = lazyComponent(() => import('./schedule-draft-dialog').then((it) => it.default))

type Props = {
  projectId: string
  now: Date
  deleted: DeletedStories
  onSchedule: (draft: Draft, local: string) => void
  onClose: () => void
}

/** Drafts without a time. They can be dragged to a day, or scheduled from their menu. */
export function DraftTray({ projectId, now, deleted, onSchedule, onClose }: Props) {
  const { data, error, refetch } = useDrafts(projectId)
  const drafts = data && deleted.withoutDeleted(data)
  const remove = useBulkDelete(projectId, deleted)
  const maySchedule = useMay('stories:publish')
  const [scheduling, setScheduling] = useState<Draft | null>(null)
  const list = useRef<HTMLUListElement>(null)
  useDraggableDrafts(list, maySchedule && (drafts?.length ?? 0) > 0)
  return (
    <aside
      aria-labelledby="draft-tray"
      data-draft-tray
      className="panel flex w-full shrink-0 flex-col lg:sticky lg:top-4 lg:max-h-[calc(100svh-2rem)] lg:w-64"
    >
      <header className="flex min-h-11 items-center justify-between gap-2 border-b border-line pl-3">
        <h2 id="draft-tray" className="text-sm font-semibold">
          Drafts without a time
        </h2>
        <IconButton label="Close drafts" onClick={onClose}>
          <X aria-hidden size={16} />
        </IconButton>
      </header>
      {error && !drafts && (
        <ErrorNote isReading error={error} title="Drafts could not be loaded" onRetry={() => void refetch()} />
      )}
      {!drafts && !error && <Skeleton className="m-3 h-14" />}
      {drafts?.length === 0 && (
        <div className="flex flex-col items-start gap-3 p-3 text-sm text-ink-soft">
          <p>No drafts. Ideas saved without a time appear here.</p>
          <ButtonLink isSmall href={`/${projectId}/compose`} icon={<PenLine aria-hidden size={15} />}>
            New story
          </ButtonLink>
        </div>
      )}
      {drafts && drafts.length > 0 && (
        <ul ref={list} aria-labelledby="draft-tray" className="flex flex-col gap-1.5 overflow-y-auto p-2">
          {drafts.map((draft) => (
            <DraftCard
              key={draft.id}
              {...{ projectId, draft, maySchedule }}
              onSchedule={() => setScheduling(draft)}
              onDelete={() => void remove([{ ...draft, status: 'draft' }])}
            />
          ))}
          {drafts.length === draftsMax && (
            <li className="p-1 text-sm">
              <Link href={`/${projectId}/stories?status=draft`} className="underline">
                All drafts
              </Link>
            </li>
          )}
        </ul>
      )}
      {scheduling && (
        <ScheduleDraftDialog
          {...{ projectId, now }}
          draft={scheduling}
          onSchedule={(local) => {
            setScheduling(null)
            onSchedule(scheduling, local)
          }}
          onClose={() => setScheduling(null)}
        />
      )}
    </aside>
  )
}

type CardProps = { projectId: string; draft: Draft; maySchedule: boolean; onSchedule: () => void; onDelete: () => void }

function DraftCard({ projectId, draft, maySchedule, onSchedule, onDelete }: CardProps) {
  const router = useRouter()
  const [isOpen, setIsOpen] = useState(false)
  const mayWrite = useMay('stories:write')
  const duplicate = useDuplicate({ id: draft.id, project_id: projectId })
  const title = draftTitle(draft)
  const address = `/${projectId}/stories/${draft.id}/edit`
  const label = `Actions for “${title}”`
  const actions = [
    ...(mayWrite
      ? [
          { label: 'Edit', Icon: PenLine, onClick: () => goToComposer(router, address) },
          { label: 'Duplicate', Icon: CopyPlus, onClick: () => duplicate.mutate() },
        ]
      : []),
    ...(maySchedule ? [{ label: 'Schedule…', Icon: CalendarClock, onClick: onSchedule }] : []),
    ...(mayWrite ? [{ label: 'Delete', Icon: Trash2, isDanger: true, onClick: onDelete }] : []),
  ]
  return (
    <li
      data-draft={draft.id}
      className="flex items-center gap-2 rounded-lg border border-line bg-raised p-1.5 lg:cursor-grab"
    >
      <RowThumbnail url={draft.slides[0]?.media_url} />
      <div className="min-w-0 flex-1">
        <Link
          href={address}
          prefetch={false}
          draggable={false}
          className="block min-h-6 truncate text-sm leading-6 font-medium hover:underline"
        >
          {title}
        </Link>
        <ChannelStack channels={draft.channels} />
      </div>
      {(mayWrite || maySchedule) && (
        <Popover
          label={label}
          align="end"
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          className="w-44 p-1"
          trigger={
            <button
              type="button"
              aria-label={label}
              title="Actions"
              className="flex control-size shrink-0 items-center justify-center rounded-lg text-ink-soft hover:bg-quiet-wash hover:text-ink"
            >
              <Ellipsis aria-hidden size={16} />
            </button>
          }
        >
          {actions.map((action) => (
            <Action
              key={action.label}
              hasLabels
              {...action}
              onClick={() => {
                setIsOpen(false)
                action.onClick()
              }}
            />
          ))}
        </Popover>
      )}
    </li>
  )
}

/** FullCalendar follows drags that start in this list. */
function useDraggableDrafts(list: React.RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const element = list.current
    if (!isOn || !element) return
    let stop: (() => void) | null = null
    let isOver = false
    void import('@fullcalendar/react/interaction').then(({ Draggable }) => {
      if (isOver) return
      // No event: the calendar shows the story when it has been moved.
      const draggable = new Draggable(element, { itemSelector: '[data-draft]', eventData: { create: false } })
      stop = () => draggable.destroy()
    })
    return () => {
      isOver = true
      stop?.()
    }
  }, [list, isOn])
}
