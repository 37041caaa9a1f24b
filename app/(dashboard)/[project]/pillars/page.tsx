import type { Metadata } from 'next'
import { readDays } from '@/components/pillars/pillar-days'
import { PillarsScreen } from '@/components/pillars/pillars-screen'
import { getPerformance } from '@/lib/pillars/performance'
import { list } from '@/lib/pillars/service'
import { requireContext, requireProject } from '../../context'

export const metadata: Metadata = { title: 'Pillars' }

type Props = { params: Promise<{ project: string }>; searchParams: Promise<{ days?: string | string[] }> }

export default async function PillarsPage({ params, searchParams }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/pillars`)
  const project = await requireProject(context, id)
  const window = readDays((await searchParams).days)
  const [pillars, shares] = await Promise.all([
    list(context, { id: project.id, include: 'performance' }),
    getPerformance(context, { project_id: project.id, window }),
  ])
  return <PillarsScreen projectId={project.id} initial={pillars} initialShares={shares} />
}
