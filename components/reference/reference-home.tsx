import Link from 'next/link'
import type { OpenApiDocument } from '@/lib/openapi/openapi'
import { eventsOf, groupsOf, linkToEntry, linkToEvent } from '@/lib/reference/entries'
import { CodeBlock } from './code-block'
import { MethodBadge } from './method-badge'
import { Inline, Prose } from './prose'

export type ErrorLine = { code: string; status: number; message: string }

/** The first page: introduction, a list of all endpoints and events, and the error codes. */
export function ReferenceHome({ document, errors }: { document: OpenApiDocument; errors: ErrorLine[] }) {
  return (
    <>
      <h1 className="mb-4 text-3xl font-semibold tracking-tight">Storycast API</h1>
      <Prose text={document.info.description} />
      <FirstRequest baseUrl={document.servers[0]?.url ?? ''} />
      {groupsOf(document).map(({ tag, entries }) => (
        <section key={tag} className="mt-8">
          <h2 className="mb-2 text-xl font-semibold tracking-tight">{tag}</h2>
          <ul className="panel divide-y divide-line">
            {entries.map((entry) => (
              <li key={entry.operation.operationId}>
                <Link
                  prefetch={false}
                  href={linkToEntry(tag, entry)}
                  className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-center gap-x-3 px-3 py-2 text-sm hover:bg-sunken sm:grid-cols-[3.5rem_minmax(0,1fr)_minmax(0,1fr)]"
                >
                  <MethodBadge name={entry.method} />
                  <code className="font-mono text-[0.8125rem] wrap-anywhere">{entry.path}</code>
                  <span className="text-ink-soft max-sm:col-start-2">{entry.operation.summary}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <EventList document={document} />
      <Errors errors={errors} />
    </>
  )
}

function FirstRequest({ baseUrl }: { baseUrl: string }) {
  return (
    <section aria-labelledby="first-request" className="mt-8 flex max-w-3xl flex-col gap-3">
      <h2 id="first-request" className="text-xl font-semibold tracking-tight">
        Your first request
      </h2>
      <Prose text="Create a token under Developer in your project. Check it, then save a draft for X:" />
      <CodeBlock
        title="Request"
        of="Your first request"
        text={`export TOKEN=svc_pat_…

curl '${baseUrl}/api/v1/health' \\
  -H "Authorization: Bearer $TOKEN"

curl '${baseUrl}/api/v1/stories' \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"caption":"Fresh bread, every morning.","channels":["x"]}'`}
      />
    </section>
  )
}

function EventList({ document }: { document: OpenApiDocument }) {
  return (
    <section className="mt-8">
      <h2 className="mb-2 text-xl font-semibold tracking-tight">Webhook events</h2>
      <ul className="panel divide-y divide-line">
        {eventsOf(document).map(({ name, operation }) => (
          <li key={name}>
            <Link
              prefetch={false}
              href={linkToEvent(operation)}
              className="grid gap-x-3 px-3 py-2 text-sm hover:bg-sunken sm:grid-cols-[16rem_minmax(0,1fr)]"
            >
              <code className="font-mono text-[0.8125rem]">{name}</code>
              <span className="text-ink-soft">
                <Inline text={operation.description} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Errors({ errors }: { errors: ErrorLine[] }) {
  return (
    <section id="errors" className="mt-10 scroll-mt-20">
      <h2 className="pb-2 text-xl font-semibold tracking-tight">Errors</h2>
      <Prose text="Every error is `{error: {code, message}}`. Use `code` in programs: the message is for people and can change. `X-Request-Id` identifies the request in our logs." />
      <table className="mt-4 w-full border-collapse text-sm">
        <caption className="sr-only">Error codes</caption>
        <thead className="text-left text-ink-soft">
          <tr>
            <th scope="col" className="py-2 pr-4 font-medium">
              Code
            </th>
            <th scope="col" className="py-2 pr-4 font-medium">
              Status
            </th>
            <th scope="col" className="py-2 font-medium max-sm:hidden">
              Example
            </th>
          </tr>
        </thead>
        <tbody>
          {errors.map(({ code, status, message }) => (
            <tr key={code} className="border-t border-line align-top">
              <th scope="row" className="py-2 pr-4 text-left font-normal">
                <Inline text={`\`${code}\``} />
              </th>
              <td className="py-2 pr-4">{status}</td>
              <td className="py-2 text-ink-soft max-sm:hidden">{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
