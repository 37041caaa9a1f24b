import type { Metadata } from 'next'
import { listLimit } from '@/components/recurring/recurring-keys'
import { RecurringScreen } from '@/components/recurring/recurring-screen'
import { list } from '@/lib/recurring/service'
import { requireContext, requireProject } from '../../context'

export const metadata: Metadata = { title: 'Recurring' }

type Props = { params: Promise<{ project: string }> }

export default async function RecurringPage({ params }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/recurring`)
  const project = await requireProject(context, id)
  const initial = await list(context, { id: project.id, limit: listLimit, cursor: undefined })
  return <RecurringScreen key={project.id} projectId={project.id} initial={initial} />
}
