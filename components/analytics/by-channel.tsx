'use client'

import { ChevronDown } from 'lucide-react'
import Link from 'next/link'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { ScrollRegion } from '@/components/ui/scroll-region'
import type { ChannelAnalytics } from '@/lib/analytics/contract'
import type { StoriesPart } from './analytics-queries'
import { ExportButton } from './export-button'
import { Count, metricLabels, Rate, shownMetrics } from './metrics'
import { SectionHead } from './section-head'

type Props = { rows: ChannelAnalytics[]; hrefOf: (part: StoriesPart) => string; fileName: string }

/** Each channel links to its stories of the period. */
export function ByChannel({ rows, hrefOf, fileName }: Props) {
  const table = () => ({
    head: ['Channel', 'Posts', ...shownMetrics.map((name) => metricLabels[name]), 'Engagement rate'],
    rows: rows.map((row) => [
      channelNames[row.channel],
      row.posts,
      ...shownMetrics.map((name) => row[name]),
      row.engagement_rate,
    ]),
  })
  const cell = 'px-1.5 @4xl:px-3 py-2.5 text-right tabular-nums whitespace-nowrap'
  return (
    <section aria-labelledby="by-channel" className="@container">
      <SectionHead id="by-channel" title="By channel">
        <ExportButton name={`${fileName}-by-channel`} of="channels" read={table} />
      </SectionHead>
      {/* The table has ten columns, so narrow screens get a list. */}
      <ul className="panel divide-y divide-line @2xl:hidden">
        {rows.map((row) => (
          <ChannelMetrics key={row.channel} row={row} href={hrefOf({ channel: row.channel })} />
        ))}
      </ul>
      {/* Only the table scrolls sideways, not the page. */}
      <ScrollRegion labelledBy="by-channel" className="panel hidden min-w-0 scroll-fade overflow-x-auto @2xl:block">
        <table className="w-full border-collapse @max-4xl:text-sm">
          <thead>
            <tr className="border-b border-line text-xs @4xl:text-sm text-ink-soft">
              <th scope="col" className="sticky left-0 bg-surface px-4 py-2.5 text-left font-medium">
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
                <th scope="row" className="sticky left-0 bg-surface px-4 py-2.5 text-left font-medium">
                  <Link href={hrefOf({ channel: row.channel })} className={name}>
                    <ChannelIcon channel={row.channel} />
                    {channelNames[row.channel]}
                  </Link>
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

const name = 'inline-flex min-h-6 items-center gap-2 hover:underline'

function ChannelMetrics({ row, href }: { row: ChannelAnalytics; href: string }) {
  return (
    <li className="px-4 pt-3 pb-2">
      <h3 className="mb-1 font-medium">
        <Link href={href} className={`${name} pointer-coarse:min-h-11`}>
          <ChannelIcon channel={row.channel} />
          {channelNames[row.channel]}
        </Link>
      </h3>
      <dl className={figures}>
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
      <details className="group">
        <summary
          aria-label={`More numbers of ${channelNames[row.channel]}`}
          className="mt-1 inline-flex min-h-6 cursor-pointer list-none items-center gap-1 text-sm text-ink-soft hover:text-ink pointer-coarse:min-h-11"
        >
          More
          <ChevronDown aria-hidden size={14} className="group-open:rotate-180" />
        </summary>
        <dl className={`${figures} gap-y-2`}>
          {moreMetrics.map((name) => (
            <Figure key={name} label={metricLabels[name]}>
              <Count value={row[name]} />
            </Figure>
          ))}
        </dl>
      </details>
    </li>
  )
}

const figures = 'grid grid-cols-3 gap-x-3'
const moreMetrics = shownMetrics.filter((name) => name !== 'engagement')

function Figure({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-soft">{label}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}
