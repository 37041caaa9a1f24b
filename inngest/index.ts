import { jobs } from '@/lib/jobs/table'
import { fromJob } from './from-job'
import { deliverWebhooks } from './functions/deliver-webhooks'
import { processInbox } from './functions/process-inbox'
import { publishDue } from './functions/publish-due'
import { publishItem } from './functions/publish-item'

/** All jobs but `process-inbox`, which deliveries wake as well. */
const scheduled = jobs.filter(({ name }) => name !== 'process-inbox')

/** Every function that `/api/inngest` serves: the publisher, the webhook deliveries and all jobs of the table. */
export const functions = [publishDue, publishItem, deliverWebhooks, processInbox, ...scheduled.map(fromJob)]
