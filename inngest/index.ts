import { jobs } from '@/lib/jobs/table'
import { fromJob } from './from-job'
import { deliverWebhooks } from './functions/deliver-webhooks'
import { processInbox } from './functions/process-inbox'
import { publishDue } from './functions/publish-due'
import { publishItem } from './functions/publish-item'
import { runImports } from './functions/run-imports'

/** All jobs but those that events wake as well. */
const scheduled = jobs.filter(({ name }) => name !== 'process-inbox' && name !== 'run-imports')

/** Every function that `/api/inngest` serves: the publisher, the webhook deliveries and all jobs of the table. */
export const functions = [publishDue, publishItem, deliverWebhooks, processInbox, runImports, ...scheduled.map(fromJob)]
