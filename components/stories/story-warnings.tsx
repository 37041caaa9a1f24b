import { ProblemList } from '@/components/composer/problem-list'
import type { StoryDetail } from '@/lib/stories/contract'
import { isBlockingCode } from '@/lib/stories/warning-codes'

/** Problems of a draft or scheduled story. Those that the row of a channel names already are left out. */
export function StoryWarnings({ story }: { story: StoryDetail }) {
  const inRows = story.content_queue.map(({ data_snapshot }) => String(data_snapshot.media_problem ?? ''))
  const warnings = story.warnings.filter(({ message }) => !inRows.some((shown) => shown.includes(message)))
  if (warnings.length === 0) return null
  const problems = warnings.map(({ channel, field, code, message }) => ({
    key: `${channel} ${field} ${message}`,
    message,
    place: null,
    channel,
    isBlocking: isBlockingCode(code),
  }))
  const common = { projectId: story.project_id, onGo: () => {} }
  return (
    <div className="flex flex-col gap-3">
      <ProblemList
        title="Fix before publishing"
        tone="bad"
        problems={problems.filter(({ isBlocking }) => isBlocking)}
        {...common}
      />
      <ProblemList
        title="Heads-up"
        tone="warn"
        problems={problems.filter(({ isBlocking }) => !isBlocking)}
        {...common}
      />
    </div>
  )
}
