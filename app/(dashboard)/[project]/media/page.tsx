import type { Metadata } from 'next'
import { listParams, readMediaFilter } from '@/components/media/assets/media-filter'
import { Library } from '@/components/media/library/library'
import { listAssets as contract } from '@/lib/media/contract'
import { list } from '@/lib/media/service'
import { getStorageUse } from '@/lib/media/storage-limit'
import { requireContext, requireProject } from '../../context'

export const metadata: Metadata = { title: 'Media' }

type Param = string | string[]
type Props = {
  params: Promise<{ project: string }>
  searchParams: Promise<{ q?: Param; kind?: Param; tag?: Param; folder?: Param; sort?: Param }>
}

export default async function MediaPage({ params, searchParams }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/media`)
  const project = await requireProject(context, id)
  const filter = readMediaFilter(await searchParams)
  const [initial, storage] = await Promise.all([
    list(context, contract.query.parse(listParams(project.id, filter))),
    getStorageUse(context, { project_id: project.id }),
  ])
  return <Library projectId={project.id} initial={initial} initialFilter={filter} initialStorage={storage} />
}
