export type Task = {
  name: string
  /** Starts only after the task of this name has succeeded. */
  after?: string
  /** Runs beside no other task. */
  isAlone?: boolean
  /** Resolves to whether it succeeded. */
  run(): Promise<boolean>
}

export type TaskResult = { name: string; seconds: number; outcome: 'passed' | 'failed' | 'not run' }

/** Runs tasks in their order, `lanes` at a time. A task whose predecessor failed is not run. */
export async function runTasks(tasks: readonly Task[], lanes: number): Promise<TaskResult[]> {
  const waiting = [...tasks]
  const results: TaskResult[] = []
  const running = new Set<Promise<void>>()
  let isAloneRunning = false
  const outcomeOf = (name: string) => results.find((result) => result.name === name)?.outcome
  const isReady = ({ after }: Task): boolean =>
    after === undefined || outcomeOf(after) !== undefined || !tasks.some(({ name }) => name === after)
  const start = async (task: Task): Promise<void> => {
    const startedMs = performance.now()
    const isBlocked = task.after !== undefined && ['failed', 'not run'].includes(outcomeOf(task.after) ?? '')
    const passed = !isBlocked && (await task.run())
    const seconds = (performance.now() - startedMs) / 1000
    results.push({ name: task.name, seconds, outcome: isBlocked ? 'not run' : passed ? 'passed' : 'failed' })
  }
  while (waiting.length > 0 || running.size > 0) {
    const next: number = waiting.findIndex(isReady)
    const hasRoom: boolean = waiting[next]?.isAlone ? running.size === 0 : running.size < lanes && !isAloneRunning
    const [task]: Task[] = next >= 0 && hasRoom ? waiting.splice(next, 1) : []
    if (task) {
      isAloneRunning = task.isAlone === true
      const run: Promise<void> = start(task).finally(() => {
        running.delete(run)
        isAloneRunning = false
      })
      running.add(run)
    } else await Promise.race(running)
  }
  return results
}
