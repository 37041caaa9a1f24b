import type { Metadata } from 'next'
import { listSize, queryOf, readInboxFilter, writeInboxFilter } from '@/components/inbox/data/inbox-filter'
import { InboxScreen } from '@/components/inbox/inbox-screen'
import { listConversations } from '@/lib/inbox/contract'
import { list } from '@/lib/inbox/service'
import { requireContext, requireProject } from '../../context'

export const metadata: Metadata = { title: 'Inbox' }

type Props = {
  params: Promise<{ project: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function InboxPage({ params, searchParams }: Props) {
  const [{ project: id }, given] = await Promise.all([params, searchParams])
  const context = await requireContext(`/${id}/inbox`)
  const project = await requireProject(context, id)
  const texts = Object.entries(given).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  const filter = readInboxFilter(new URLSearchParams(texts))
  const query = { project_id: project.id, limit: String(listSize), ...queryOf(filter) }
  const initial = await list(context, listConversations.query.parse(query))
  return (
    <InboxScreen
      key={project.id}
      projectId={project.id}
      initial={initial}
      initialAddress={writeInboxFilter(filter)}
      now={context.now.toISOString()}
    />
  )
}
