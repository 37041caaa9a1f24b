import type { Job } from '@/lib/job'
import * as modules from './job-modules'

/** All jobs, except the publisher and the webhook deliveries, which run all the time. */
export const jobs: readonly Job[] = Object.values(modules).flatMap((module) => module.jobs)

export function findJob(name: string): Job {
  const job = jobs.find((candidate) => candidate.name === name)
  if (!job) throw new Error(`Unknown job: ${name}.`)
  return job
}
