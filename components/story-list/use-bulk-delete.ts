import { useQueryClient } from '@tanstack/react-query'
import { refreshStories } from '@/components/stories/query-keys'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { deleteStory } from '@/lib/openapi/operations.generated'
import { headlineOf } from '@/lib/stories/content/headline'
import type { ListedStory } from '@/lib/stories/contract'
import { plural } from '@/lib/text/number-text'
import { approvalText, restoreSchedules, unschedule } from './bulk-operations'
import { problemText, runAll } from './use-bulk-run'
import type { DeletedStories } from './use-deleted-stories'

export type DeletableStory = Pick<ListedStory, 'id' | 'status' | 'title' | 'caption'>

/**
 * Deletes stories with undo. They are hidden at once, and scheduled ones become drafts, so that none is posted meanwhile.
 * The deletes are sent when the toast ends or the user leaves the screen.
 */
export function useBulkDelete(projectId: string, deleted: DeletedStories) {
  const toast = useToast()
  const queries = useQueryClient()
  const refresh = (): Promise<void> => refreshStories(queries, projectId)
  return async (stories: readonly DeletableStory[]): Promise<void> => {
    const nameOf = (id: string): string => {
      const story = stories.find((one) => one.id === id)
      return story ? headlineOf(story) : ''
    }
    const report = (problems: Parameters<typeof problemText>[0]): void => {
      deleted.show(problems.map(({ id }) => id))
      if (problems.length > 0) toast(problemText(problems, 'deleted', nameOf), 'bad')
    }
    deleted.hide(stories.map(({ id }) => id))
    const scheduled = stories.filter(({ status }) => status === 'scheduled').map(({ id }) => id)
    const { answers: unscheduled, problems } = await runAll(scheduled, unschedule)
    report(problems)
    const ids = stories.map(({ id }) => id).filter((id) => !problems.some((problem) => problem.id === id))
    if (ids.length === 0) return refresh()
    const send = async (): Promise<void> => {
      if (!deleted.remove(send)) return
      closeToast()
      report((await runAll(ids, (id) => call(deleteStory, { id }, { keepalive: true }))).problems)
      await refresh()
    }
    const undo = async (): Promise<void> => {
      deleted.remove(send)
      const { problems: left, lost } = await restoreSchedules(unscheduled.map(({ id }) => id))
      if (left.length > 0) toast(problemText(left, 'scheduled again', nameOf), 'bad')
      const note = approvalText(lost)
      if (note) toast(note)
      await refresh()
      deleted.show(ids)
    }
    deleted.add(send)
    const closeToast = toast(`${plural(ids.length, 'story', 'stories')} deleted.`, 'good', {
      label: 'Undo',
      onUndo: () => void undo(),
      onEnd: () => void send(),
    })
  }
}
