import { useQueryClient } from '@tanstack/react-query'
import { refreshStories } from '@/components/stories/query-keys'
import { useToast } from '@/components/ui/toast'
import { plural } from '@/lib/text/number-text'

/** Requests at once. More would only wait for each other. */
const atOnce = 5

type Run<Answer> = {
  ids: readonly string[]
  run: (id: string) => Promise<Answer>
  /** Completes “3 stories …”. */
  done: string
  /** Takes the successful ones back. */
  undo?: (answers: Answer[]) => Promise<void>
}

/** Runs an action for each story and shows how many succeeded, with an undo if there is one. */
export function useBulkRun(projectId: string) {
  const queries = useQueryClient()
  const toast = useToast()
  return async <Answer>({ ids, run, done, undo }: Run<Answer>): Promise<void> => {
    const { answers, errors } = await runAll(ids, run)
    await refreshStories(queries, projectId)
    const undoAll = undo && {
      label: 'Undo',
      onUndo: async () => {
        await undo(answers)
        await refreshStories(queries, projectId)
      },
    }
    if (answers.length > 0) toast(`${plural(answers.length, 'story', 'stories')} ${done}.`, 'good', undoAll)
    if (errors.length > 0)
      toast(`${plural(errors.length, 'story', 'stories')} not ${done}. ${errors[0]?.message}`, 'bad')
  }
}

async function runAll<Answer>(ids: readonly string[], run: (id: string) => Promise<Answer>) {
  const waiting = [...ids]
  const answers: Answer[] = []
  const errors: Error[] = []
  const lane = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        answers.push(await run(id))
      } catch (error) {
        errors.push(error as Error)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return { answers, errors }
}
