'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Layers, Plus } from 'lucide-react'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { usePathname, useSearchParams } from '@/components/navigation/page-url'
import { RoleNote, useMay } from '@/components/projects/role'
import { Button } from '@/components/ui/button'
import { SegmentedControl } from '@/components/ui/choices/segmented-control'
import { EmptyState } from '@/components/ui/empty-state'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { PageHeader } from '@/components/ui/page-header'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { getPillarPerformance, listPillars } from '@/lib/openapi/operations.generated'
import { periods, readDays } from './pillar-days'
import { type PillarShare, PillarsTable } from './pillars-table'
import { ShareBars } from './share-bars'
import { useDeletePillar, useReplacePillars } from './use-change-pillars'
import { type ListedPillar, type PillarList, pillarKeys } from './use-pillars'

const PillarDialog = lazyComponent(() => import('./pillar-dialog').then((it) => it.PillarDialog))

type Shares = AnswerTo<typeof getPillarPerformance>
type Props = { projectId: string; initial: PillarList; initialShares: Shares }

export function PillarsScreen({ projectId, initial, initialShares }: Props) {
  const pathname = usePathname()
  const days = readDays(useSearchParams().get('days'))
  const mayWrite = useMay('stories:write')
  const [edited, setEdited] = useState<ListedPillar | 'new' | null>(null)
  const report = useQuery({
    queryKey: pillarKeys.report(projectId),
    queryFn: ({ signal }) => call(listPillars, { id: projectId, include: 'performance' }, { signal }),
    initialData: initial,
  })
  const shares = useQuery({
    queryKey: pillarKeys.shares(projectId, days),
    queryFn: ({ signal }) => call(getPillarPerformance, { project_id: projectId, window: days }, { signal }),
    ...(days === initialShares.window_days ? { initialData: initialShares } : { placeholderData: keepPreviousData }),
  })
  const { replace, error: replaceError } = useReplacePillars(projectId)
  const { remove, withoutDeleted, sendPending } = useDeletePillar(projectId)
  const pillars = withoutDeleted(report.data.pillars)
  const rows = pillars.map((pillar) => shareOf(pillar, shares.data))
  const edit = (pillar: ListedPillar | 'new'): void => {
    // The share and the key of a deleted pillar can be used again.
    void sendPending()
    setEdited(pillar)
  }
  const move = async (pillar: ListedPillar, step: -1 | 1): Promise<void> => {
    // The new list would delete hidden pillars, although they can still be restored.
    await sendPending()
    const next = pillars.filter(({ id }) => id !== pillar.id)
    next.splice(pillars.indexOf(pillar) + step, 0, pillar)
    replace(next)
  }
  const add = (
    <Button tone="primary" icon={<Plus aria-hidden size={16} />} onClick={() => edit('new')}>
      New pillar
    </Button>
  )
  const error = replaceError ?? report.error ?? shares.error
  return (
    <>
      <PageHeader
        title="Pillars"
        tools={
          pillars.length > 0 && (
            <SegmentedControl
              label="Period of the shares"
              segments={periods}
              value={String(days)}
              onChange={(next) =>
                window.history.replaceState(null, '', next === '30' ? pathname : `${pathname}?days=${next}`)
              }
            />
          )
        }
        action={mayWrite && pillars.length > 0 && add}
      />
      {error && (
        <div className="mb-4">
          <ErrorNote error={error} title={replaceError ? 'Pillars not saved' : 'Figures may be out of date'} />
        </div>
      )}
      {pillars.length === 0 ? (
        <EmptyState Icon={Layers} title="No pillars yet" action={mayWrite ? add : <RoleNote scope="stories:write" />}>
          Pillars are the topics you post about, each with a target share and a benchmark.
        </EmptyState>
      ) : (
        <>
          <ShareBars shares={rows} />
          <PillarsTable
            projectId={projectId}
            shares={rows}
            days={days}
            onEdit={edit}
            onMove={(pillar, step) => void move(pillar, step)}
            onDelete={remove}
          />
        </>
      )}
      {edited && (
        <PillarDialog
          projectId={projectId}
          pillar={edited === 'new' ? null : edited}
          pillars={pillars}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

function shareOf(pillar: ListedPillar, shares: Shares | undefined): PillarShare {
  const found = shares?.pillars.find(({ id }) => id === pillar.id)
  return { pillar, percent: found?.share_percent ?? null, posts: found?.posts ?? 0 }
}
