'use client'

import { Lock, Move, PenLine, SquareCheck } from 'lucide-react'
import { useId, useState } from 'react'
import { ChannelIcons } from '@/components/channels/channel-icon'
import { Thumbnail } from '@/components/media/thumbnail'
import { useRoleWords } from '@/components/projects/role'
import { StoryStatusChip } from '@/components/stories/story-status'
import { zoneName } from '@/components/time/formats'
import { OwnTimes, ownTimesWords } from '@/components/time/own-times-list'
import { Time, useZone } from '@/components/time/zone'
import { instantOf, localOf } from '@/components/time/zoned'
import { Button, ButtonLink } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { type CalendarStory, standingOf, whyLocked } from './calendar-data'
import { wordsOf } from './chip'

type Props = {
  projectId: string
  story: CalendarStory
  now: Date
  isSelected: boolean
  /** Absent where there is no grid to move in. */
  onCarry?: () => void
  onSelect: () => void
  onMove: (local: string) => void
  onClose: () => void
}

/** A closer look at a story of the calendar, with what can be done with it from here. */
export function StoryPeek({ projectId, story, now, isSelected, onCarry, onSelect, onMove, onClose }: Props) {
  const roleWords = useRoleWords({ scope: 'stories:publish', to: 'move stories' })
  const locked = whyLocked(story, now)
  const address = `/${projectId}/stories/${story.id}`
  const mayEdit = !roleWords && !story.is_public && (story.status === 'draft' || story.status === 'scheduled')
  return (
    <Dialog title={wordsOf(story)} onClose={onClose}>
      <div className="flex items-start gap-4">
        {story.picture_url && <Thumbnail url={story.picture_url} className="size-20" />}
        <div className="flex min-w-0 flex-col items-start gap-2">
          <StoryStatusChip {...standingOf(story, now)} />
          <p className="font-medium">
            <Time at={story.at} />
          </p>
          <ChannelIcons channels={story.channels} />
        </div>
      </div>
      <OwnTimes times={story.own_times} />
      {(locked ?? roleWords) ? (
        <p className="flex items-start gap-2 text-ink-soft">
          <Lock aria-hidden size={16} className="mt-1 shrink-0" />
          {locked ?? roleWords}
        </p>
      ) : (
        <MoveForm story={story} now={now} onMove={onMove} />
      )}
      <DialogButtons>
        {!locked && !roleWords && onCarry && (
          <Button tone="ghost" icon={<Move aria-hidden size={16} />} onClick={onCarry}>
            Move with arrow keys
          </Button>
        )}
        {!roleWords && (
          <Button tone="ghost" icon={<SquareCheck aria-hidden size={16} />} onClick={onSelect}>
            {isSelected ? 'Deselect' : 'Select'}
          </Button>
        )}
        {mayEdit && (
          <ButtonLink href={`${address}/edit`} icon={<PenLine aria-hidden size={16} />}>
            Edit
          </ButtonLink>
        )}
        <ButtonLink tone="primary" href={address}>
          Open story
        </ButtonLink>
      </DialogButtons>
    </Dialog>
  )
}

function MoveForm({ story, now, onMove }: Pick<Props, 'story' | 'now' | 'onMove'>) {
  const { timeZone } = useZone()
  const [local, setLocal] = useState(() => localOf(story.at, timeZone))
  const [error, setError] = useState<string | null>(null)
  const id = useId()
  const at = instantOf(local, timeZone)
  const submit = (): void => {
    if (!at) setError('Say a day and a time.')
    else if (at < now) setError('This time is in the past.')
    else onMove(local)
  }
  return (
    <form
      className="flex flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextField
        id={id}
        label="Move to"
        type="datetime-local"
        className="min-w-52 flex-1"
        value={local}
        error={error}
        hint={`In ${zoneName(timeZone, at ?? now)}.${story.own_times.length > 0 ? ` ${ownTimesWords}` : ''}`}
        onChange={(event) => {
          setLocal(event.target.value)
          setError(null)
        }}
      />
      <Button type="submit" className="mt-7.5">
        Move
      </Button>
    </form>
  )
}
