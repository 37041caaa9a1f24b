import type { EventDefinition } from '@/lib/events/definition'
import { type EventName, eventNames } from '@/lib/events/names'
import { testPing } from '@/lib/webhooks/events'
import * as modules from './event-modules'

type AnyEventName = EventName | typeof testPing

const definitions = new Map<string, EventDefinition>(
  Object.values(modules).flatMap(({ events }) => Object.entries<EventDefinition>(events)),
)

/** @throws when no resource defines the event */
export function eventDefinition(name: AnyEventName): EventDefinition {
  const definition = definitions.get(name)
  if (!definition) throw new Error(`No resource defines the event ${name}. See lib/openapi/event-modules.ts.`)
  return definition
}

/** Every event that webhooks can send, in the order of the reference. The feed has all of them except the test ping. */
export const allEventNames: readonly AnyEventName[] = [...eventNames, testPing]
