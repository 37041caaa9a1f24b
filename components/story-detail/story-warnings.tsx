import { ProblemLists } from '@/components/stories/problem-lists'
import type { StoryDetail } from '@/lib/stories/contract'
import { isBlockingCode } from '@/lib/stories/warning-codes'

/** Problems of a draft or scheduled story, without those that a channel row already shows. */
export function StoryWarnings({ story }: { story: StoryDetail }) {
  const inRows = story.content_queue.map(({ data_snapshot }) => String(data_snapshot.media_problem ?? ''))
  const warnings = story.warnings.filter(({ message }) => !inRows.some((shown) => shown.includes(message)))
  if (warnings.length === 0) return null
  const problems = warnings.map(({ channel, field, code, message }) => ({
    key: `${channel} ${field} ${message}`,
    message,
    target: null,
    channel,
    isBlocking: isBlockingCode(code),
  }))
  return (
    <div className="flex flex-col gap-3">
      <ProblemLists problems={problems} projectId={story.project_id} onGo={() => {}} />
    </div>
  )
}
