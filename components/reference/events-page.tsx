import type { OpenApiDocument } from '@/lib/openapi/openapi'
import { eventsOf } from '@/lib/reference/entries'
import { EventHeaders, EventSection } from './event-section'
import { Prose } from './prose'

/** All webhook events. */
export function EventsPage({ document }: { document: OpenApiDocument }) {
  const events = eventsOf(document)
  const [first] = events
  return (
    <>
      <h1 className="mb-4 text-3xl font-semibold tracking-tight">Webhook events</h1>
      <Prose text="Each event is a POST request to your endpoint. Respond with 2xx within 10 seconds. We retry anything else six times over 18 hours. Events are delivered at least once and can arrive out of order: use `id` to detect duplicates and `sequence` to order them." />
      <div className="mt-8">{first && <EventHeaders operation={first.operation} />}</div>
      {events.map(({ name, operation }) => (
        <EventSection key={name} name={name} operation={operation} schemas={document.components.schemas} />
      ))}
    </>
  )
}
