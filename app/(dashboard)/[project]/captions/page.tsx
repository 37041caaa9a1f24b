import type { Metadata } from 'next'
import { queryOf, readCaptionsFilter, writeCaptionsFilter } from '@/components/captions/captions-filter'
import { CaptionsScreen } from '@/components/captions/captions-screen'
import { listCorpusCaptions } from '@/lib/captions/corpus/contract'
import { list } from '@/lib/captions/corpus/service'
import * as pillarService from '@/lib/pillars/service'
import { requireContext, requireProject } from '../../context'

export const metadata: Metadata = { title: 'Captions' }

type Props = {
  params: Promise<{ project: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function CaptionsPage({ params, searchParams }: Props) {
  const [{ project: id }, given] = await Promise.all([params, searchParams])
  const context = await requireContext(`/${id}/captions`)
  const project = await requireProject(context, id)
  const texts = Object.entries(given).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  const filter = readCaptionsFilter(new URLSearchParams(texts))
  const [initial, { pillars }] = await Promise.all([
    // A search waits for the model, so the browser loads it.
    filter.words === '' ? list(context, { id: project.id, ...listCorpusCaptions.query.parse(queryOf(filter)) }) : null,
    pillarService.list(context, { id: project.id }),
  ])
  const names = pillars.map(({ content_type, name, color }) => ({ content_type, name, color }))
  return (
    <CaptionsScreen
      projectId={project.id}
      initial={initial}
      initialAddress={writeCaptionsFilter(filter)}
      pillars={names}
    />
  )
}
