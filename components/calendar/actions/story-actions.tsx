'use client'

import { CalendarClock, CopyPlus, LinkIcon, type LucideIcon, PenLine } from 'lucide-react'
import Link from 'next/link'
import { useContext } from 'react'
import { useMay } from '@/components/projects/role'
import { useDuplicate } from '@/components/stories/use-duplicate'
import { classes } from '@/components/ui/classes'
import { lockReasonOf, mayEdit, storyTitle } from '../data/calendar-data'
import { type CalendarCard, wholeOf } from '../data/cards'
import { ChipReactContext } from '../data/chip-context'
import { useCopyLink } from './use-copy-link'

/** The most used actions on a story, shown on it on hover and focus. The dialog of the story has them for touch. */
export function StoryActions({ story, className }: { story: CalendarCard; className?: string }) {
  const context = useContext(ChipReactContext)
  if (!context || context.isSelecting || context.movingId) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own layout.
    <span
      role="group"
      aria-label={`Actions for “${storyTitle(story)}”`}
      className={classes('flex items-center text-ink-soft', className)}
    >
      <StoryActionButtons
        story={story}
        projectId={context.projectId}
        now={context.now}
        onReschedule={context.onReschedule}
      />
    </span>
  )
}

type Props = {
  story: CalendarCard
  projectId: string
  now: Date
  onReschedule: (story: CalendarCard) => void
  /** Shows the names next to the icons. */
  hasLabels?: boolean
}

export function StoryActionButtons({ story, projectId, now, onReschedule, hasLabels = false }: Props) {
  const mayWrite = useMay('stories:write')
  const mayMove = useMay('stories:publish')
  const duplicate = useDuplicate({ id: story.id, project_id: projectId })
  const copyLink = useCopyLink(projectId)
  return (
    <>
      {mayWrite && mayEdit(wholeOf(story)) && (
        <Link
          href={`/${projectId}/stories/${story.id}/edit`}
          prefetch={false}
          draggable={false}
          aria-label="Edit"
          title="Edit"
          className={hasLabels ? itemLook : actionLook}
        >
          <PenLine aria-hidden size={14} />
          {hasLabels && 'Edit'}
        </Link>
      )}
      {mayMove && !lockReasonOf(story, now) && (
        <Action label="Reschedule" Icon={CalendarClock} onClick={() => onReschedule(story)} {...{ hasLabels }} />
      )}
      {mayWrite && <Action label="Duplicate" Icon={CopyPlus} onClick={() => duplicate.mutate()} {...{ hasLabels }} />}
      <Action label="Copy link" Icon={LinkIcon} onClick={() => void copyLink(story.id)} {...{ hasLabels }} />
    </>
  )
}

const actionLook = 'flex size-6 shrink-0 items-center justify-center rounded-sm hover:bg-hover hover:text-ink'

const itemLook = 'flex control-height w-full items-center gap-2.5 rounded-lg px-2 text-left text-sm hover:bg-hover'

type ActionProps = { label: string; Icon: LucideIcon; hasLabels: boolean; isDanger?: boolean; onClick: () => void }

export const Action = ({ label, Icon, hasLabels, isDanger = false, onClick }: ActionProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    onClick={onClick}
    className={classes(hasLabels ? itemLook : actionLook, isDanger && 'text-bad')}
  >
    <Icon aria-hidden size={14} />
    {hasLabels && label}
  </button>
)
