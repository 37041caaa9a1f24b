import type { Metadata } from 'next'
import { loadQueuePage } from '@/components/queue/load-queue'
import { readQueueFilter } from '@/components/queue/queue-filter'
import { QueueList } from '@/components/queue/queue-list'
import { listQueue as contract } from '@/lib/queue/contract'
import { listQueue } from '@/lib/queue/list'
import { requireContext, requireProject } from '../../context'

export const metadata: Metadata = { title: 'Queue' }

type Props = {
  params: Promise<{ project: string }>
  searchParams: Promise<{ status?: string | string[]; channel?: string | string[] }>
}

export default async function QueuePage({ params, searchParams }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/queue`)
  const project = await requireProject(context, id)
  const filter = readQueueFilter(await searchParams)
  const initial = await loadQueuePage(
    (input) => listQueue(context, contract.query.parse(input)),
    project.id,
    filter,
    context.now,
    null,
  )
  return <QueueList projectId={project.id} initial={initial} initialFilter={filter} now={context.now.toISOString()} />
}
