'use client'

import { CircleAlert, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { ChannelIcons } from '@/components/channels/channel-icon'
import { ErrorNote } from '@/components/errors/error-note'
import { RowThumbnail } from '@/components/media/assets/row-thumbnail'
import { Time } from '@/components/time/zone'
import { SegmentedControl } from '@/components/ui/choices/segmented-control'
import { classes } from '@/components/ui/classes'
import { ShowMore } from '@/components/ui/data/show-more'
import { ListSkeleton } from '@/components/ui/skeleton'
import type { Import, ImportRow } from '@/lib/imports/contract'
import { type RowFilter, useImportRows } from './use-import'

type Props = { projectId: string; data: Import }

/** The rows of an import in pages, in the order of the file. */
export function ImportRows({ projectId, data }: Props) {
  const [filter, setFilter] = useState<RowFilter>('all')
  const query = useImportRows(data, filter)
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  const bad = data.counts.with_errors + data.counts.failed
  return (
    <section aria-label="Rows" className="flex flex-col gap-3">
      <div>
        <SegmentedControl
          label="Rows"
          segments={[
            { value: 'all', label: `All ${data.counts.total.toLocaleString('en')}` },
            { value: 'errors', label: `With errors ${bad.toLocaleString('en')}` },
            { value: 'ok', label: `Without errors ${(data.counts.total - bad).toLocaleString('en')}` },
          ]}
          value={filter}
          onChange={setFilter}
        />
      </div>
      {query.error && <ErrorNote isReading error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <ListSkeleton label="Loading rows" />}
      {query.data && rows.length === 0 && <p className="text-ink-soft">No rows here.</p>}
      {rows.length > 0 && (
        <ul aria-label="Rows of the file" className="panel divide-y divide-line">
          {rows.map((row) => (
            <Row key={row.row} projectId={projectId} row={row} />
          ))}
        </ul>
      )}
      <ShowMore query={query} label="Show more rows" className="justify-center" />
    </section>
  )
}

/** A table row from 768 px on. On phones, channels and time are one line below the text. */
const Row = ({ projectId, row }: { projectId: string; row: ImportRow }) => (
  <li className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 px-3 py-2.5 md:grid-cols-[2.5rem_minmax(0,1fr)_7rem_10rem] lg:grid-cols-[2.5rem_minmax(0,1fr)_10rem_11rem]">
    <RowThumbnail url={row.preview.media_urls[0]} />
    <div className="flex min-w-0 flex-col gap-1">
      <RowText projectId={projectId} row={row} />
      <p className="text-sm text-ink-soft">
        Row {row.row}
        {row.preview.media_urls.length > 1 && ` · ${row.preview.media_urls.length} files`}
      </p>
      <Problems row={row} />
    </div>
    <div className="flex flex-wrap items-start gap-x-3 gap-y-1 max-md:col-start-2 md:contents">
      <span className="md:pt-0.5">
        <ChannelIcons channels={row.preview.channels} />
      </span>
      <span className={classes('text-sm tabular-nums', !row.preview.scheduled_at && 'text-ink-soft')}>
        <When row={row} />
      </span>
    </div>
  </li>
)

function RowText({ projectId, row: { story_id, preview } }: { projectId: string; row: ImportRow }) {
  const text = preview.title ?? preview.caption
  const shown = text ? (
    <span className="line-clamp-2 wrap-anywhere">{text}</span>
  ) : (
    <span className="text-ink-soft">No text</span>
  )
  if (!story_id) return shown
  return (
    <Link href={`/${projectId}/stories/${story_id}`} className="hover:underline">
      {shown}
    </Link>
  )
}

function When({ row: { status, preview } }: { row: ImportRow }) {
  if (status === 'deleted') return 'Deleted'
  if (status === 'error' || status === 'failed') return 'Not imported'
  return preview.scheduled_at ? <Time at={preview.scheduled_at} style="short" /> : 'Draft'
}

const Problems = ({ row: { errors, warnings } }: { row: ImportRow }) => (
  <>
    {errors.map(({ message }) => (
      <p key={message} className="flex items-start gap-1.5 text-sm wrap-anywhere text-bad">
        <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
        {message}
      </p>
    ))}
    {warnings.map(({ message }) => (
      <p key={message} className="flex items-start gap-1.5 text-sm wrap-anywhere text-warn">
        <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
        {message}
      </p>
    ))}
  </>
)
