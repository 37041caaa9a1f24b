import { cron } from 'inngest'
import { database } from '@/lib/db/pool'
import type { Job } from '@/lib/job'
import { runIfDue } from '@/lib/jobs/runner'
import { inngest } from './client'

/** The Inngest function of a job: same name, same schedule, same work. */
export function fromJob(job: Job) {
  return inngest.createFunction(
    { id: job.name, triggers: [cron(job.cron)], retries: 2, concurrency: 1 },
    async ({ step }) => {
      const hasRun = await step.run('run', () => runIfDue(database(), job))
      return { hasRun }
    },
  )
}
