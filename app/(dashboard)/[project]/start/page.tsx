import type { Metadata } from 'next'
import { isStartKind } from '@/components/first-run/start-choices'
import { StartScreen, type Step } from '@/components/first-run/start-screen'
import * as connections from '@/lib/connections/service'
import { hasSampleData } from '@/lib/sample-data/repository'
import { sandboxFeedUrl } from '@/lib/sandbox-accounts/service'
import { requireContext, requireProject } from '../../context'

export const metadata: Metadata = { title: 'Set up' }

type Props = {
  params: Promise<{ project: string }>
  searchParams: Promise<{ step?: string | string[]; with?: string | string[] }>
}

export default async function StartPage({ params, searchParams }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/start`)
  const project = await requireProject(context, id)
  const [{ connections: initial }, hasSamples] = await Promise.all([
    connections.list(context, { project_id: project.id, limit: 50 }),
    hasSampleData(context.db, project.id),
  ])
  const { step, with: kind } = await searchParams
  return (
    <StartScreen
      projectId={project.id}
      projectName={project.name}
      sandboxUrl={sandboxFeedUrl()}
      hasSampleData={hasSamples}
      connections={initial}
      initial={isStartKind(kind) ? { step: stepOf(step), kind } : { step: 1, kind: null }}
    />
  )
}

const stepOf = (text: unknown): Step => (text === '3' ? 3 : text === '2' ? 2 : 1)
