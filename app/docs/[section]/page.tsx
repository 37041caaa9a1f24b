import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { EventsPage } from '@/components/reference/events-page'
import { GroupPage } from '@/components/reference/group-page'
import { SchemasPage } from '@/components/reference/schemas-page'
import { openApiDocument } from '@/lib/openapi/openapi'
import { webhooksTag } from '@/lib/openapi/webhooks-section'
import { type Group, groupsOf, slugOfTag } from '@/lib/reference/entries'

type Props = { params: Promise<{ section: string }> }

const eventsSection = slugOfTag(webhooksTag)

const groupOf = (section: string): Group | undefined =>
  groupsOf(openApiDocument()).find(({ tag }) => slugOfTag(tag) === section)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { section } = await params
  const tag = section === eventsSection ? webhooksTag : (groupOf(section)?.tag ?? 'Schemas')
  return { title: `${tag} · API reference` }
}

export default async function DocsSectionPage({ params }: Props) {
  const { section } = await params
  const document = openApiDocument()
  if (section === 'shapes') return <SchemasPage schemas={document.components.schemas} />
  if (section === eventsSection) return <EventsPage document={document} />
  const group = groupOf(section)
  if (!group) notFound()
  return <GroupPage group={group} document={document} />
}
