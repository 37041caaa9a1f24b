import { cron } from 'inngest'
import { database } from '@/lib/db/pool'
import { runIfDue } from '@/lib/jobs/runner'
import { type JobName, jobNamed } from '@/lib/jobs/table'
import { inngest } from './client'

/** The Inngest function of one job of the table: same name, same rhythm, same work. */
export function fromJob(name: JobName) {
  const job = jobNamed(name)
  return inngest.createFunction(
    { id: job.name, triggers: [cron(job.cron)], retries: 2, concurrency: 1 },
    async ({ step }) => {
      const hasRun = await step.run('run', () => runIfDue(database(), job))
      return { hasRun }
    },
  )
}
