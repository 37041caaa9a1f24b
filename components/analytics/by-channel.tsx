'use client'

import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { ScrollRegion } from '@/components/ui/scroll-region'
import type { ChannelAnalytics } from '@/lib/analytics/contract'
import { ExportButton } from './export-button'
import { Count, metricLabels, Rate, shownMetrics } from './metrics'
import { SectionHead } from './section-head'

export function ByChannel({ rows, fileName }: { rows: ChannelAnalytics[]; fileName: string }) {
  const table = () => ({
    head: ['Channel', 'Posts', ...shownMetrics.map((name) => metricLabels[name]), 'Engagement rate'],
    rows: rows.map((row) => [
      channelNames[row.channel],
      row.posts,
      ...shownMetrics.map((name) => row[name]),
      row.engagement_rate,
    ]),
  })
  const cell = 'px-3 py-2.5 text-right tabular-nums whitespace-nowrap'
  return (
    <section aria-labelledby="by-channel">
      <SectionHead id="by-channel" title="By channel">
        <ExportButton name={`${fileName}-by-channel`} of="channels" read={table} />
      </SectionHead>
      {/* The table has ten columns, so phones get a list. */}
      <ul className="panel divide-y divide-line md:hidden">
        {rows.map((row) => (
          <ChannelMetrics key={row.channel} row={row} />
        ))}
      </ul>
      {/* Only the table scrolls sideways, not the page. */}
      <ScrollRegion labelledBy="by-channel" className="panel hidden min-w-0 overflow-x-auto md:block">
        <table className="w-full border-collapse">
          <thead>
            <tr className="border-b border-line text-sm text-ink-soft">
              <th scope="col" className="px-4 py-2.5 text-left font-medium">
                Channel
              </th>
              {['Posts', ...shownMetrics.map((name) => metricLabels[name]), 'Rate'].map((label) => (
                <th key={label} scope="col" className={`${cell} font-medium`}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((row) => (
              <tr key={row.channel}>
                <th scope="row" className="px-4 py-2.5 text-left font-medium">
                  <span className="flex items-center gap-2">
                    <ChannelIcon channel={row.channel} />
                    {channelNames[row.channel]}
                  </span>
                </th>
                <td className={cell}>
                  <Count value={row.posts} />
                </td>
                {shownMetrics.map((name) => (
                  <td key={name} className={cell}>
                    <Count value={row[name]} />
                  </td>
                ))}
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

function ChannelMetrics({ row }: { row: ChannelAnalytics }) {
  return (
    <li className="p-4">
      <h3 className="mb-2 flex items-center gap-2 font-medium">
        <ChannelIcon channel={row.channel} />
        {channelNames[row.channel]}
      </h3>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-1">
        <Line label="Posts">
          <Count value={row.posts} />
        </Line>
        {shownMetrics.map((name) => (
          <Line key={name} label={metricLabels[name]}>
            <Count value={row[name]} />
          </Line>
        ))}
        <Line label="Rate">
          <Rate value={row.engagement_rate} />
        </Line>
      </dl>
    </li>
  )
}

function Line({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}
