'use client'

import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { ScrollRegion } from '@/components/ui/scroll-region'
import type { ChannelAnalytics } from '@/lib/analytics/contract'
import { ExportButton } from './export-button'
import { Count, metricWords, Rate, shownMetrics } from './numbers'
import { SectionHead } from './section-head'

export function ByChannel({ rows, fileName }: { rows: ChannelAnalytics[]; fileName: string }) {
  const table = () => ({
    head: ['Channel', 'Posts', ...shownMetrics.map((name) => metricWords[name]), 'Engagement rate'],
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
        <ExportButton name={`${fileName}-by-channel`} of="the channels" read={table} />
      </SectionHead>
      {/* A table of ten columns would show two of them on a phone, so there each channel has its numbers below it. */}
      <ul className="panel divide-y divide-line md:hidden">
        {rows.map((row) => (
          <ChannelNumbers key={row.channel} row={row} />
        ))}
      </ul>
      {/* On a narrow screen the table moves under the thumb and not the page. */}
      <ScrollRegion labelledBy="by-channel" className="panel hidden min-w-0 overflow-x-auto md:block">
        <table className="w-full border-collapse">
          <thead>
            <tr className="border-b border-line text-sm text-ink-soft">
              <th scope="col" className="px-4 py-2.5 text-left font-medium">
                Channel
              </th>
              {['Posts', ...shownMetrics.map((name) => metricWords[name]), 'Rate'].map((word) => (
                <th key={word} scope="col" className={`${cell} font-medium`}>
                  {word}
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

function ChannelNumbers({ row }: { row: ChannelAnalytics }) {
  return (
    <li className="p-4">
      <h3 className="mb-2 flex items-center gap-2 font-medium">
        <ChannelIcon channel={row.channel} />
        {channelNames[row.channel]}
      </h3>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-1">
        <Line word="Posts">
          <Count value={row.posts} />
        </Line>
        {shownMetrics.map((name) => (
          <Line key={name} word={metricWords[name]}>
            <Count value={row[name]} />
          </Line>
        ))}
        <Line word="Rate">
          <Rate value={row.engagement_rate} />
        </Line>
      </dl>
    </li>
  )
}

function Line({ word, children }: { word: string; children: React.ReactNode }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-sm text-ink-soft">{word}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}
