import { cron } from 'inngest'
import { database } from '@/lib/db/pool'
import { runImports as run } from '@/lib/imports/run/run-imports'
import { inngest } from '../client'
import { importsWaiting } from '../events'

/** Runs every minute and after a confirmation. Not `fromJob`, whose turns would skip a second run within two seconds. */
export const runImports = inngest.createFunction(
  { id: 'run-imports', triggers: [cron('* * * * *'), importsWaiting], retries: 2, concurrency: 1 },
  async ({ step }) => step.run('run', () => run(database())),
)
