'use client'

import { useQuery } from '@tanstack/react-query'
import { CopyPlus, LinkIcon, Lock, Move, PenLine, SquareCheck, Trash2 } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { ChannelIcons } from '@/components/channels/channel-icon'
import { nameChannels } from '@/components/channels/channel-names'
import { Thumbnail } from '@/components/media/assets/thumbnail'
import { useMay, useRoleHint } from '@/components/projects/role'
import { hasLocalDraft } from '@/components/stories/local-draft'
import { storyKeys } from '@/components/stories/query-keys'
import { StoryStatusChip } from '@/components/stories/story-status'
import { useDuplicate } from '@/components/stories/use-duplicate'
import { StoryTimeField } from '@/components/story-time/story-time-field'
import type { ChannelTime } from '@/components/time/channel-times'
import { ChannelTimes } from '@/components/time/channel-times-list'
import { zoneName } from '@/components/time/formats'
import { instantOf, localOf } from '@/components/time/local-time'
import { Time, useZone } from '@/components/time/zone'
import { Button, ButtonLink } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { Form } from '@/components/ui/form'
import { usePainted } from '@/components/ui/lazy/use-painted'
import { focusInModal } from '@/components/ui/overlays/use-modal'
import { call } from '@/lib/api/client'
import { getStory } from '@/lib/openapi/operations.generated'
import { useCopyLink } from './actions/use-copy-link'
import { lockReasonOf, mayEdit, statusOf, storyTitle } from './data/calendar-data'
import { type CalendarCard, wholeOf } from './data/cards'

type Props = {
  projectId: string
  story: CalendarCard
  now: Date
  isSelected: boolean
  /** Focuses the time. */
  isRescheduling: boolean
  /** Missing in the list view. */
  onStartDrag?: () => void
  onSelect: () => void
  onMove: (local: string) => void
  onDelete: () => void
  onClose: () => void
}

/** Details and actions of a story in the calendar. */
export function StoryDialog(props: Props) {
  const { projectId, story, now, isSelected, isRescheduling, onStartDrag, onSelect, onMove, onDelete, onClose } = props
  const mayWrite = useMay('stories:write')
  const duplicate = useDuplicate({ id: story.id, project_id: projectId })
  const copyLink = useCopyLink(projectId)
  const roleHint = useRoleHint({ scope: 'stories:publish', to: 'reschedule stories' })
  const locked = lockReasonOf(story, now)
  const isEditable = mayWrite && !roleHint && mayEdit(wholeOf(story))
  const firstFocus = isRescheduling ? null : focusInModal
  const path = `/${projectId}/stories/${story.id}`
  // Shown first without these, because they take longer than everything else here: the request for the caption, the
  // form with its date picker, and the buttons below it.
  const isPainted = usePainted() || isRescheduling
  const tools = (
    <>
      {!locked && !roleHint && onStartDrag && (
        <Button isSmall tone="ghost" icon={<Move aria-hidden size={16} />} onClick={onStartDrag}>
          Move with arrow keys
        </Button>
      )}
      {!roleHint && (
        <Button isSmall tone="ghost" icon={<SquareCheck aria-hidden size={16} />} onClick={onSelect}>
          {isSelected ? 'Deselect' : 'Select'}
        </Button>
      )}
      {mayWrite && (
        <Button
          isSmall
          tone="ghost"
          icon={<CopyPlus aria-hidden size={16} />}
          isBusy={duplicate.isPending}
          onClick={() => duplicate.mutate()}
        >
          Duplicate
        </Button>
      )}
      <Button isSmall tone="ghost" icon={<LinkIcon aria-hidden size={16} />} onClick={() => void copyLink(story.id)}>
        Copy link
      </Button>
    </>
  )
  return (
    <Dialog title={storyTitle(story)} onClose={onClose}>
      <div className="flex items-start gap-4">
        {story.picture_url && <Thumbnail url={story.picture_url} className="size-20" />}
        <div className="flex min-w-0 flex-col items-start gap-2">
          <StoryStatusChip {...statusOf(story, now)} />
          <p className="font-medium">
            <Time at={story.at} />
          </p>
          <ChannelIcons channels={story.channels} />
        </div>
      </div>
      <Caption story={story} projectId={projectId} mayLoad={isPainted} />
      {hasLocalDraft(projectId, story.id) && (
        <p className="text-sm text-warn">Unsaved changes on this device. The saved version is posted.</p>
      )}
      <ChannelTimes times={otherTimes(story)} />
      {(locked ?? roleHint) ? (
        <p className="flex items-start gap-2 text-ink-soft">
          <Lock aria-hidden size={16} className="mt-1 shrink-0" />
          {locked ?? roleHint}
        </p>
      ) : (
        <div className="min-h-22">
          {isPainted && <MoveForm {...{ projectId, story, now, isRescheduling, onMove }} />}
        </div>
      )}
      <div className="-mx-2 flex min-h-8 flex-wrap gap-1">{isPainted && tools}</div>
      <DialogButtons>
        {isEditable && (
          <Button tone="ghost" className="mr-auto text-bad!" icon={<Trash2 aria-hidden size={16} />} onClick={onDelete}>
            Delete
          </Button>
        )}
        <ButtonLink {...(isEditable ? {} : { tone: 'primary' as const, ref: firstFocus })} href={path}>
          Open story
        </ButtonLink>
        {isEditable && (
          <ButtonLink tone="primary" ref={firstFocus} href={`${path}/edit`} icon={<PenLine aria-hidden size={16} />}>
            Edit
          </ButtonLink>
        )}
      </DialogButtons>
    </Dialog>
  )
}

/** The caption, or its start until it is loaded. Left out if the title says it all. */
function Caption({ story, projectId, mayLoad }: Pick<Props, 'story' | 'projectId'> & { mayLoad: boolean }) {
  const { data } = useQuery({
    queryKey: storyKeys.one(projectId, story.id),
    queryFn: ({ signal }) => call(getStory, { id: story.id }, { signal }),
    enabled: mayLoad,
  })
  const text = (data?.caption ?? story.words).trim()
  if (text === '' || text === storyTitle(story)) return null
  return <p className="line-clamp-6 text-sm whitespace-pre-wrap wrap-anywhere">{text}</p>
}

/** The times of the channels that are not on this card. */
const otherTimes = ({ whole, channels, own_times }: CalendarCard): readonly ChannelTime[] =>
  whole?.posts?.filter(({ channel }) => !channels.includes(channel)) ?? own_times

type MoveFormProps = Pick<Props, 'projectId' | 'story' | 'now' | 'isRescheduling' | 'onMove'>

function MoveForm({ projectId, story, now, isRescheduling, onMove }: MoveFormProps) {
  const { timeZone } = useZone()
  const [local, setLocal] = useState(() => localOf(story.at, timeZone))
  const [error, setError] = useState<string | null>(null)
  const id = useId()
  useEffect(() => {
    if (isRescheduling) focusInModal(document.getElementById(id))
  }, [isRescheduling, id])
  const at = instantOf(local, timeZone)
  const submit = (): void => {
    if (!at) setError('Enter a date and a time.')
    else if (at < now) setError('This time is in the past.')
    else onMove(local)
  }
  return (
    <Form className="flex flex-wrap items-start gap-2" onSubmit={submit}>
      <StoryTimeField
        projectId={projectId}
        channels={story.channels}
        id={id}
        label="New time"
        className="min-w-52 flex-1"
        value={local}
        error={error}
        hint={`In ${zoneName(timeZone, at ?? now)}.${story.whole ? ` Moves ${nameChannels(story.channels)} only.` : ''}`}
        onChange={(value) => {
          setLocal(value)
          setError(null)
        }}
      />
      <Button type="submit" className="mt-7.5">
        Reschedule
      </Button>
    </Form>
  )
}
