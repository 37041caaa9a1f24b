'use client'

import { MessageSquare } from 'lucide-react'
import { EditorsLine } from '@/components/story-editors/editors-line'
import { useEditing } from '@/components/story-editors/use-editing'
import { Button } from '@/components/ui/button'
import { InlineLoading, lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Popover } from '@/components/ui/overlays/popover'
import { useCommentDeletion } from './use-comment-deletion'

const CommentThread = lazyComponent(() => import('./team-comments').then((it) => it.CommentThread), InlineLoading)

/** Who else is editing the story, and its comments, in the title bar of the composer. */
export function ComposerTeam({ projectId, storyId }: { projectId: string; storyId: string | null }) {
  const editing = useEditing(projectId, storyId)
  if (storyId !== null) return <Team key={storyId} {...{ projectId, storyId, editing }} />
  return (
    <Button
      isSmall
      tone="ghost"
      aria-disabled
      title="Comments open once the story is saved"
      icon={<MessageSquare aria-hidden size={16} />}
    >
      <span className="@max-2xl:sr-only">Comments</span>
    </Button>
  )
}

type Props = { projectId: string; storyId: string; editing: ReturnType<typeof useEditing> }

function Team({ projectId, storyId, editing }: Props) {
  // Not in the popover: it closes with a click on the toast’s undo button.
  const deletion = useCommentDeletion(projectId, storyId)
  const count = editing?.comments_count ?? 0
  return (
    <>
      <EditorsLine isShort editors={editing?.editors ?? []} />
      <Popover
        label="Comments"
        align="end"
        className="w-96 p-4"
        trigger={
          <Button isSmall tone="ghost" icon={<MessageSquare aria-hidden size={16} />}>
            <span className="@max-2xl:sr-only">Comments</span>
            {count > 0 && (
              <span className="tabular-nums">
                {count}
                <span className="sr-only"> so far</span>
              </span>
            )}
          </Button>
        }
      >
        <CommentThread {...{ projectId, storyId, deletion }} hasClient={editing?.is_with_client ?? false} />
      </Popover>
    </>
  )
}
