import type { Metadata } from 'next'
import { pageSize } from '@/components/templates/template-keys'
import { TemplateScreen } from '@/components/templates/template-screen'
import * as pillarService from '@/lib/pillars/service'
import { list } from '@/lib/templates/service'
import { requireContext, requireProject } from '../../context'

export const metadata: Metadata = { title: 'Templates' }

type Props = {
  params: Promise<{ project: string }>
  searchParams: Promise<{ q?: string | string[] }>
}

export default async function TemplatesPage({ params, searchParams }: Props) {
  const [{ project: id }, search] = await Promise.all([params, searchParams])
  const context = await requireContext(`/${id}/templates`)
  const project = await requireProject(context, id)
  const words = (typeof search.q === 'string' ? search.q : '').trim().slice(0, 200)
  const [initial, { pillars }] = await Promise.all([
    list(context, { project_id: project.id, limit: pageSize, q: words || undefined }),
    pillarService.list(context, { id: project.id }),
  ])
  const names = pillars.map(({ content_type, name, color }) => ({ content_type, name, color }))
  return <TemplateScreen projectId={project.id} initial={initial} initialWords={words} pillars={names} />
}
