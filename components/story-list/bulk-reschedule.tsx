'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshStories } from '@/components/stories/query-keys'
import {
  type BulkMove,
  type BulkMoveResult,
  bulkMove,
  skippedOf,
  undoBulkMove,
  undoProblem,
} from '@/components/story-moves/bulk-move'
import { BulkMoveDialog, SkippedDialog } from '@/components/story-moves/bulk-move-dialog'
import { useZone } from '@/components/time/zone'
import { useToast } from '@/components/ui/toast'
import type { CalendarStory } from '@/lib/calendar/contract'
import { headlineOf } from '@/lib/stories/content/headline'
import type { ListedStory } from '@/lib/stories/contract'
import { plural } from '@/lib/text/number-text'

type Props = { projectId: string; stories: readonly ListedStory[]; now: Date; onClose: () => void; onDone: () => void }

/** Reschedules scheduled stories with the dialog of the calendar, with an undo. */
export function BulkReschedule({ projectId, stories: listed, now, onClose, onDone }: Props) {
  const { timeZone } = useZone()
  const queries = useQueryClient()
  const toast = useToast()
  const [result, setResult] = useState<BulkMoveResult | null>(null)
  // As before the move, for the undo.
  const [stories] = useState(() => listed.flatMap(asCalendarStory))
  const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '')
  const undo = async (moved: CalendarStory[], how: BulkMove): Promise<void> => {
    const problem = undoProblem(await undoBulkMove(projectId, moved, how, timeZone), moved)
    if (problem) toast(`Not all stories were moved back. ${problem.message ?? messageOf(problem.error)}`, 'bad')
    await refreshStories(queries, projectId)
  }
  const move = async (how: BulkMove): Promise<void> => {
    const answer = await bulkMove(projectId, stories, how, timeZone)
    const moved = stories.filter(({ id }) => answer.stories.has(id))
    const skipped = skippedOf(answer, stories)
    if (moved.length > 0)
      toast(`${plural(moved.length, 'story', 'stories')} rescheduled.`, 'good', {
        label: 'Undo',
        onUndo: () => undo(moved, how),
      })
    if (answer.error) toast(`Not rescheduled. ${messageOf(answer.error)}`, 'bad')
    await refreshStories(queries, projectId)
    if (skipped.length > 0) setResult({ moved: moved.length, skipped })
    else onDone()
  }
  if (result) return <SkippedDialog result={result} onClose={onDone} />
  return <BulkMoveDialog stories={stories} now={now} onMove={(how) => void move(how)} onClose={onClose} />
}

/** Channels with their own times move along, so they need not be known. */
const asCalendarStory = (story: ListedStory): CalendarStory[] =>
  story.scheduled_at === null
    ? []
    : [
        {
          id: story.id,
          words: headlineOf(story),
          channels: story.channels,
          status: story.status,
          at: story.scheduled_at,
          content_type: story.content_type,
          picture_url: story.media_urls[0] ?? null,
          is_public: story.published_channels.length > 0,
          waits_for_approval: story.waits_for_approval,
          own_times: [],
          updated_at: story.updated_at,
        },
      ]
