import type { EventSummary } from '@/components/webhooks/webhook-keys'
import { eventNames } from '@/lib/events/names'
import { eventDefinition } from '@/lib/openapi/events'

/** Names and descriptions only, so that the schemas stay out of the browser. */
export const eventSummaries: EventSummary[] = eventNames.map((name) => ({ name, when: eventDefinition(name).when }))
