import type { Metadata } from 'next'
import { freeSlotsQuery } from '@/components/queue/free-slots/free-slots-query'
import { loadQueuePage } from '@/components/queue/load-queue'
import { readQueueFilter } from '@/components/queue/queue-filter'
import { QueueList } from '@/components/queue/queue-list'
import { listFreeSlots } from '@/lib/posting-slots/contract'
import { listFree } from '@/lib/posting-slots/service'
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
  const [page, freeSlots] = await Promise.all([
    loadQueuePage((input) => listQueue(context, contract.query.parse(input)), project.id, filter, context.now, null),
    // Loaded later, they would push the posts down.
    filter.view === 'upcoming'
      ? listFree(context, listFreeSlots.query.parse(freeSlotsQuery(project.id, filter.channel)))
      : undefined,
  ])
  const initial = { filter, page, freeSlots }
  return <QueueList projectId={project.id} initial={initial} now={context.now.toISOString()} />
}
