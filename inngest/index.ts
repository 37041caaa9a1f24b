import { jobs } from '@/lib/jobs/table'
import { fromJob } from './from-job'
import { deliverWebhooks } from './functions/deliver-webhooks'
import { publishDue } from './functions/publish-due'
import { publishItem } from './functions/publish-item'

/** Every function that `/api/inngest` serves: the publisher, the webhook deliveries and all jobs of the table. */
export const functions = [publishDue, publishItem, deliverWebhooks, ...jobs.map(fromJob)]
