import type { OpenApiDocument } from '@/lib/api/openapi'
import { eventsOf } from '@/lib/reference/entries'
import { Event, EventHeaders } from './event'
import { Prose } from './prose'

/** All that is sent to webhook endpoints. */
export function Events({ document }: { document: OpenApiDocument }) {
  const events = eventsOf(document)
  const [first] = events
  return (
    <>
      <h1 className="mb-4 text-3xl font-semibold tracking-tight">Webhook events</h1>
      <Prose text="Each is a POST to your endpoint. Answer with a 2xx within 10 seconds; anything else is tried again, six times over 18 hours. An event comes at least once and in no promised order: know repeats by `id`, and the order by `sequence`." />
      <div className="mt-8">{first && <EventHeaders operation={first.operation} />}</div>
      {events.map(({ name, operation }) => (
        <Event key={name} name={name} operation={operation} schemas={document.components.schemas} />
      ))}
    </>
  )
}
