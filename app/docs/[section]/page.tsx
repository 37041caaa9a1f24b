import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Events } from '@/components/reference/events'
import { GroupPage } from '@/components/reference/group-page'
import { Shapes } from '@/components/reference/shapes'
import { openApiDocument } from '@/lib/api/openapi'
import { webhooksTag } from '@/lib/api/openapi-webhooks'
import { type Group, groupsOf, slugOfTag } from '@/lib/reference/entries'

type Props = { params: Promise<{ section: string }> }

const eventsSection = slugOfTag(webhooksTag)

const groupOf = (section: string): Group | undefined =>
  groupsOf(openApiDocument()).find(({ tag }) => slugOfTag(tag) === section)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { section } = await params
  const tag = section === eventsSection ? webhooksTag : (groupOf(section)?.tag ?? 'Shapes')
  return { title: `${tag} · API reference` }
}

export default async function DocsSectionPage({ params }: Props) {
  const { section } = await params
  const document = openApiDocument()
  if (section === 'shapes') return <Shapes schemas={document.components.schemas} />
  if (section === eventsSection) return <Events document={document} />
  const group = groupOf(section)
  if (!group) notFound()
  return <GroupPage group={group} document={document} />
}
