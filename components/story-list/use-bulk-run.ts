import { useQueryClient } from '@tanstack/react-query'
import { refreshStories } from '@/components/stories/query-keys'
import { useToast } from '@/components/ui/toast'
import { ApiError } from '@/lib/api/client'
import { plural } from '@/lib/text/number-text'

/** Requests at once. More would only wait for each other. */
const atOnce = 5

type Run<Answer> = {
  ids: readonly string[]
  run: (id: string) => Promise<Answer>
  /** Completes “3 stories …”. */
  done: string
  /** Names a story in the list of those that failed. */
  nameOf?: (id: string) => string
  /** Takes the successful ones back. Returns a note for the user, or null. */
  undo?: (answers: Answer[]) => Promise<string | null>
}

/** Max problems with their reason in the message. */
const reasonsMax = 3

/** Runs an action for each story and says how many it worked for, and why not for the others. Returns their ids. */
export function useBulkRun(projectId: string) {
  const queries = useQueryClient()
  const toast = useToast()
  return async <Answer>({ ids, run, done, nameOf, undo }: Run<Answer>): Promise<string[]> => {
    const { answers, problems } = await runAll(ids, run)
    await refreshStories(queries, projectId)
    const undoAll = undo && {
      label: 'Undo',
      onUndo: async () => {
        try {
          const note = await undo(answers)
          if (note) toast(note)
        } catch (error) {
          toast(`Not all changes were undone. ${error instanceof Error ? error.message : ''}`, 'bad')
        }
        await refreshStories(queries, projectId)
      },
    }
    if (answers.length > 0) toast(`${plural(answers.length, 'story', 'stories')} ${done}.`, 'good', undoAll)
    if (problems.length > 0) toast(problemText(problems, done, nameOf), 'bad')
    return problems.map(({ id }) => id)
  }
}

type Problem = { id: string; error: Error }

/** @param done completes “3 stories not …” */
export function problemText(problems: readonly Problem[], done: string, nameOf?: (id: string) => string): string {
  const reasons = problems
    .slice(0, reasonsMax)
    .map(({ id, error }) => (nameOf ? `“${nameOf(id)}”: ${error.message}` : error.message))
  const more = problems.length - reasons.length
  return `${plural(problems.length, 'story', 'stories')} not ${done}. ${reasons.join(' ')}${more > 0 ? ` And ${more} more.` : ''}`
}

/** Runs a few at once. */
export async function runAll<Answer>(ids: readonly string[], run: (id: string) => Promise<Answer>) {
  const waiting = [...ids]
  const answers: Answer[] = []
  const problems: Problem[] = []
  const lane = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        answers.push(await patiently(run, id))
      } catch (error) {
        problems.push({ id, error: error as Error })
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return { answers, problems }
}

/** Waits and tries again when there were too many requests in a minute. */
async function patiently<Answer>(run: (id: string) => Promise<Answer>, id: string): Promise<Answer> {
  try {
    return await run(id)
  } catch (error) {
    if (!(error instanceof ApiError) || error.retryAfterSeconds === null) throw error
    await new Promise((resolve) => setTimeout(resolve, (error.retryAfterSeconds ?? 1) * 1000))
    return run(id)
  }
}
