'use client'

import { MessageSquare } from 'lucide-react'
import { EditorsLine } from '@/components/story-editors/editors-line'
import { useEditing } from '@/components/story-editors/use-editing'
import { Button } from '@/components/ui/button'
import { InlineLoading, lazyComponent } from '@/components/ui/lazy-component'
import { Popover } from '@/components/ui/overlays/popover'

const TeamComments = lazyComponent(() => import('./team-comments').then((it) => it.TeamComments), InlineLoading)

/** Who else is editing the story, and its comments, in the title bar of the composer. */
export function ComposerTeam({ projectId, storyId }: { projectId: string; storyId: string | null }) {
  const editing = useEditing(projectId, storyId)
  if (storyId === null) return null
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
        <TeamComments projectId={projectId} storyId={storyId} hasClient={editing?.is_with_client ?? false} />
      </Popover>
    </>
  )
}
