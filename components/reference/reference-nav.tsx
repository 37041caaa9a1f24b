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
import type { NavGroup } from './find-links'
import { ReferenceLinks } from './reference-links'

/** The table of contents, which the browser searches. */
export const ReferenceNav = ({ document }: { document: OpenApiDocument }) => (
  <ReferenceLinks groups={contentsOf(document)} />
)

const contentsOf = (document: OpenApiDocument): NavGroup[] => [
  {
    label: null,
    href: null,
    links: [
      { label: 'Getting started', href: '/docs' },
      { label: 'Errors', href: '/docs#errors' },
      { label: 'Schemas', href: shapesPage },
    ],
  },
  ...groupsOf(document).map(({ tag, entries }) => ({
    label: tag,
    href: pageOfTag(tag),
    links: entries.map((entry) => ({
      label: entry.operation.summary,
      href: linkToEntry(tag, entry),
      method: entry.method,
      path: entry.path,
    })),
  })),
  {
    label: 'Webhook events',
    href: eventsPage,
    links: eventsOf(document).map(({ name, operation }) => ({
      label: name,
      href: linkToEvent(operation),
      isCode: true,
    })),
  },
]
