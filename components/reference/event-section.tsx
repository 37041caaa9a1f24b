import type { WebhookOperation } from '@/lib/openapi/webhooks-section'
import type { Schemas } from '@/lib/reference/schema-rows'
import { CodeBlock } from './code-block'
import { Prose } from './prose'
import { ParameterTable, SchemaTable } from './schema-table'

/** The headers of all events. Only the value of `x-svc-event` differs. */
export function EventHeaders({ operation }: { operation: WebhookOperation }) {
  const parameters = operation.parameters.map((header) =>
    header.name === 'x-svc-event' ? { ...header, schema: { type: 'string' } } : header,
  )
  return (
    <section className="mb-8">
      <h2 className="mb-1 text-lg font-semibold tracking-tight">Headers</h2>
      <ParameterTable title="Event headers" parameters={parameters} />
    </section>
  )
}

/** One event: when it is sent, its body and an example. */
export function EventSection({
  name,
  operation,
  schemas,
}: {
  name: string
  operation: WebhookOperation
  schemas: Schemas
}) {
  const { schema, examples } = operation.requestBody.content['application/json']
  return (
    <article id={operation.operationId} className="scroll-mt-20 border-t border-line py-8">
      <h2 className="mb-3 font-mono text-lg font-semibold tracking-tight">{name}</h2>
      <div className="grid gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <div className="min-w-0">
          <Prose text={operation.description} />
          <h3 className="mt-6 mb-1 text-sm font-semibold">Body</h3>
          <SchemaTable title={`${name}, body`} schema={schema} schemas={schemas} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <CodeBlock title="Body" of={name} text={JSON.stringify(examples[name]?.value, null, 2)} />
        </div>
      </div>
    </article>
  )
}
