import { env } from '@/lib/env'
import { eventually } from '../faults/eventually'
import { bundled } from './bundle'
import { startProcess } from './child-process'

type Job = {
  /** A file of this folder that runs the job again and again, without `.ts`. */
  worker: string
  run: () => Promise<unknown>
  hasBegun: () => Promise<boolean>
}

/**
 * Runs a job in three workers. Two of them are processes that are killed: one after the first result, one while it
 * starts or works. This process ends the job.
 */
export async function runWithKills({ worker, run, hasBegun }: Job): Promise<void> {
  const start = (slot: number) =>
    startProcess(`${worker}-${slot}`, bundled(`tests/support/processes/${worker}.ts`), {
      DATABASE_URL: env().DATABASE_URL ?? '',
      LOG_LEVEL: 'warn',
    })
  const first = start(0)
  await eventually(hasBegun, 'A first result', 20)
  await first.kill('SIGKILL')
  const second = start(1)
  await Promise.all([run(), run()])
  await second.kill('SIGKILL')
  await run()
}
