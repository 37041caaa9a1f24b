import type { ReactNode } from 'react'
import type { Answer } from '@/lib/openapi/openapi'
import type { Entry } from '@/lib/reference/entries'
import { curlOf, exampleOf, ownParameters } from '@/lib/reference/example'
import { refName, type Schemas } from '@/lib/reference/schema-rows'
import { CodeBlock } from './code-block'
import { MethodBadge } from './method-badge'
import { Inline, Prose } from './prose'
import { ParameterTable, SchemaTable, TypeLine } from './schema-table'

/** One endpoint: description and tables on the left, an example request and response on the right. */
export function Endpoint({ entry, baseUrl, schemas }: { entry: Entry; baseUrl: string; schemas: Schemas }) {
  const { operation, method, path } = entry
  const success = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
  const errors = Object.entries(operation.responses).filter(([status]) => !status.startsWith('2'))
  return (
    <article id={operation.operationId} className="scroll-mt-20 border-t border-line py-8">
      <h2 className="text-lg font-semibold tracking-tight">{operation.summary}</h2>
      <p className="mt-1 mb-3 flex flex-wrap items-center gap-2 font-mono text-sm">
        <MethodBadge name={method} />
        <span className="wrap-anywhere">{path}</span>
      </p>
      <div className="grid gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <div className="min-w-0">
          <Prose text={operation.description} />
          <Inputs entry={entry} schemas={schemas} />
          {success.map(([status, response]) => (
            <Part key={status} title={`Response ${status}`}>
              <ResponseTable title={`${operation.summary}, response ${status}`} response={response} schemas={schemas} />
            </Part>
          ))}
          <Errors errors={errors} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Examples entry={entry} baseUrl={baseUrl} schemas={schemas} success={success[0]} />
        </div>
      </div>
    </article>
  )
}

function Inputs({ entry: { operation }, schemas }: { entry: Entry; schemas: Schemas }) {
  const parameters = ownParameters(operation)
  const body = operation.requestBody?.content['application/json']
  return (
    <>
      {(['path', 'query'] as const).map((place) => {
        const own = parameters.filter((parameter) => parameter.in === place)
        if (own.length === 0) return null
        const title = place === 'path' ? 'Path' : 'Query'
        return (
          <Part key={place} title={title}>
            <ParameterTable title={`${operation.summary}, ${title}`} parameters={own} />
          </Part>
        )
      })}
      {body && (
        <Part title={operation.requestBody?.required ? 'Body' : 'Body (optional)'}>
          <SchemaTable title={`${operation.summary}, body`} schema={body.schema} schemas={schemas} />
        </Part>
      )}
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6">
      <h3 className="mb-1 text-sm font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function ResponseTable({ title, response, schemas }: { title: string; response: Answer; schemas: Schemas }) {
  const schema = response.content['application/json']?.schema ?? {}
  if (refName(schema)) {
    return (
      <p className="text-sm">
        <TypeLine schema={schema} />
      </p>
    )
  }
  return <SchemaTable title={title} schema={schema} schemas={schemas} />
}

function Errors({ errors }: { errors: [string, Answer][] }) {
  return (
    <Part title="Errors">
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {errors.map(([status, response]) => (
          <li key={status}>
            <span className="mr-1.5 text-ink-soft">{status}</span>
            <Inline text={response.description} />
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Examples({
  entry: { operation, method, path },
  baseUrl,
  schemas,
  success,
}: {
  entry: Entry
  baseUrl: string
  schemas: Schemas
  success: [string, Answer] | undefined
}) {
  const isForTokens = operation.security.length === 0 || operation.security.some((way) => 'token' in way)
  const schema = success?.[1].content['application/json']?.schema
  return (
    <>
      {isForTokens && (
        <CodeBlock title="Request" of={operation.summary} text={curlOf(baseUrl, path, method, operation, schemas)} />
      )}
      {success && schema && (
        <CodeBlock
          title={`Response ${success[0]}`}
          of={operation.summary}
          text={JSON.stringify(exampleOf(schema, { withOptional: true, schemas }), null, 2)}
        />
      )}
    </>
  )
}
