'use client'

import { PillarDot } from '@/components/pillars/pillar-dot'
import { ScrollRegion } from '@/components/ui/scroll-region'
import type { PillarAnalytics } from '@/lib/analytics/breakdown-contract'
import { ExportButton } from './export-button'
import { Count, metricLabels, Rate, shownMetrics } from './metrics'
import { SectionHead } from './section-head'

const nameOf = ({ name, content_type }: PillarAnalytics): string => name ?? content_type ?? 'No pillar'

export function ByPillar({ rows, fileName }: { rows: PillarAnalytics[]; fileName: string }) {
  const posts = rows.reduce((sum, row) => sum + row.posts, 0)
  const table = () => ({
    head: ['Pillar', 'Posts', ...shownMetrics.map((name) => metricLabels[name]), 'Engagement rate'],
    rows: rows.map((row) => [nameOf(row), row.posts, ...shownMetrics.map((name) => row[name]), row.engagement_rate]),
  })
  const cell = 'px-3 py-2 text-right tabular-nums whitespace-nowrap'
  return (
    <section aria-labelledby="by-pillar" className="min-w-0">
      <SectionHead id="by-pillar" title="By pillar">
        <ExportButton name={`${fileName}-by-pillar`} of="pillars" read={table} />
      </SectionHead>
      <ScrollRegion labelledBy="by-pillar" className="panel overflow-x-auto">
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
                <th scope="row" className="px-4 py-2 text-left font-medium">
                  <span className="flex items-center gap-2">
                    <PillarDot color={row.color} />
                    <span className={row.content_type === null ? 'font-normal text-ink-soft' : 'wrap-anywhere'}>
                      {nameOf(row)}
                    </span>
                  </span>
                </th>
                <td className={cell}>
                  <Count value={row.posts} />
                  <span className="ml-1.5 inline-block w-9 text-sm text-ink-soft max-sm:hidden">
                    {Math.round((100 * row.posts) / Math.max(1, posts))}%
                  </span>
                </td>
                <td className={cell}>
                  <Count value={row.engagement} />
                </td>
                <td className={cell}>
                  <Rate value={row.engagement_rate} isInColumn />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  )
}
