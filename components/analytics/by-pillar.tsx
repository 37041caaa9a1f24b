'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'
import { PillarDot } from '@/components/pillars/pillar-dot'
import { ScrollRegion } from '@/components/ui/scroll-region'
import type { PillarAnalytics } from '@/lib/analytics/breakdown-contract'
import type { StoriesPart } from './analytics-queries'
import { ExportButton } from './export-button'
import { Count, metricLabels, Rate, shownMetrics } from './metrics'
import { SectionHead } from './section-head'

const nameOf = ({ name, content_type }: PillarAnalytics): string => name ?? content_type ?? 'No pillar'

type Props = { rows: PillarAnalytics[]; hrefOf: (part: StoriesPart) => string; fileName: string }

/** Each pillar links to its stories of the period. */
export function ByPillar({ rows, hrefOf, fileName }: Props) {
  const posts = rows.reduce((sum, row) => sum + row.posts, 0)
  const table = () => ({
    head: ['Pillar', 'Posts', ...shownMetrics.map((name) => metricLabels[name]), 'Engagement rate'],
    rows: rows.map((row) => [nameOf(row), row.posts, ...shownMetrics.map((name) => row[name]), row.engagement_rate]),
  })
  const cell = 'px-3 py-2 text-right tabular-nums whitespace-nowrap'
  return (
    <section aria-labelledby="by-pillar" className="@container min-w-0">
      <SectionHead id="by-pillar" title="By pillar">
        <ExportButton name={`${fileName}-by-pillar`} of="pillars" read={table} />
      </SectionHead>
      {/* On phones the numbers leave no room for the names, so they get a line of their own. */}
      <ul className="panel divide-y divide-line @sm:hidden">
        {rows.map((row) => (
          <li key={row.content_type} className="px-4 py-3">
            <h3 className="font-medium">
              <PillarLink row={row} hrefOf={hrefOf} />
            </h3>
            <dl className="mt-1 grid grid-cols-3 gap-3">
              <Figure label="Posts">
                <Count value={row.posts} />
              </Figure>
              <Figure label="Engagement">
                <Count value={row.engagement} />
              </Figure>
              <Figure label="Rate">
                <Rate value={row.engagement_rate} />
              </Figure>
            </dl>
          </li>
        ))}
      </ul>
      <ScrollRegion labelledBy="by-pillar" className="panel hidden scroll-fade overflow-x-auto @sm:block">
        <table className="w-full border-collapse">
          <thead>
            <tr className="border-b border-line text-sm text-ink-soft">
              <th scope="col" className="px-4 py-2.5 text-left font-medium">
                Pillar
              </th>
              {['Posts', 'Engagement', 'Rate'].map((label) => (
                <th key={label} scope="col" className={`${cell} font-medium`}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((row) => (
              <tr key={row.content_type}>
                <th scope="row" className="min-w-34 px-4 py-2 text-left font-medium">
                  <PillarLink row={row} hrefOf={hrefOf} />
                </th>
                <td className={cell}>
                  <Count value={row.posts} />
                  <span className="ml-1.5 inline-block w-9 text-sm text-ink-soft @max-lg:hidden">
                    {Math.round((100 * row.posts) / Math.max(1, posts))}%
                  </span>
                </td>
                <td className={cell}>
                  <Count value={row.engagement} />
                </td>
                <td className={cell}>
                  <Rate value={row.engagement_rate} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  )
}

/** Stories without a pillar cannot be listed, so that row has no link. */
function PillarLink({ row, hrefOf }: { row: PillarAnalytics; hrefOf: Props['hrefOf'] }) {
  const name = (
    <>
      <PillarDot color={row.color} />
      <span className={row.content_type === null ? 'font-normal text-ink-soft' : 'wrap-anywhere'}>{nameOf(row)}</span>
    </>
  )
  const look = 'flex min-h-6 items-center gap-2'
  if (row.content_type === null) return <span className={look}>{name}</span>
  return (
    <Link
      href={hrefOf({ pillar: row.content_type })}
      className={`${look} hover:underline max-sm:pointer-coarse:min-h-11`}
    >
      {name}
    </Link>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-soft">{label}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}
