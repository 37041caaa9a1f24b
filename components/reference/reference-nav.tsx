import Link from 'next/link'
import type { OpenApiDocument } from '@/lib/openapi/openapi'
import {
  eventsOf,
  eventsPage,
  groupsOf,
  linkToEntry,
  linkToEvent,
  pageOfTag,
  shapesPage,
} from '@/lib/reference/entries'
import { MethodBadge } from './method-badge'

/** Table of contents: a column beside the page, or a collapsible panel above it on narrow screens. */
export function ReferenceNav({ document }: { document: OpenApiDocument }) {
  return (
    <>
      <details className="panel mt-4 p-3 lg:hidden">
        <summary className="font-medium">Contents</summary>
        <nav aria-label="Contents" className="mt-3">
          <Links document={document} />
        </nav>
      </details>
      <nav
        aria-label="Contents"
        className="sticky top-16 hidden max-h-[calc(100dvh-4rem)] overflow-y-auto py-6 pr-4 lg:block"
      >
        <Links document={document} />
      </nav>
    </>
  )
}

const look = 'flex items-center gap-2 rounded-md px-2 py-1 text-sm text-ink-soft hover:bg-quiet-wash hover:text-ink'

/** About a hundred links, so none is prefetched. */
function Links({ document }: { document: OpenApiDocument }) {
  return (
    <ul className="flex flex-col gap-4">
      <li>
        <Link prefetch={false} href="/docs" className={look}>
          Getting started
        </Link>
        <Link prefetch={false} href="/docs#errors" className={look}>
          Errors
        </Link>
        <Link prefetch={false} href={shapesPage} className={look}>
          Schemas
        </Link>
      </li>
      {groupsOf(document).map(({ tag, entries }) => (
        <li key={tag}>
          <Link
            prefetch={false}
            href={pageOfTag(tag)}
            className="block px-2 pb-1 text-sm font-semibold hover:underline"
          >
            {tag}
          </Link>
          <ul>
            {entries.map((entry) => (
              <li key={entry.operation.operationId}>
                <Link prefetch={false} href={linkToEntry(tag, entry)} className={look}>
                  <MethodBadge name={entry.method} />
                  {entry.operation.summary}
                </Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
      <li>
        <Link prefetch={false} href={eventsPage} className="block px-2 pb-1 text-sm font-semibold hover:underline">
          Webhook events
        </Link>
        <ul>
          {eventsOf(document).map(({ name, operation }) => (
            <li key={name}>
              <Link prefetch={false} href={linkToEvent(operation)} className={`${look} font-mono`}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </li>
    </ul>
  )
}
