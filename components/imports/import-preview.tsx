'use client'

import { Fragment } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { useZone } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { Import } from '@/lib/imports/contract'
import { plural } from '@/lib/text/number-text'
import { sourceLabels } from './field-labels'
import { ImportColumns } from './import-columns'
import { ImportOptions } from './import-options'
import { ImportRows } from './import-rows'
import { type ImportChanges, useImportActions, useImportChanges } from './use-import'

type Props = { projectId: string; data: Import }

/** What will be created, and the problems of each row. */
export function ImportPreview({ projectId, data }: Props) {
  const { confirm } = useImportActions(data.id)
  const { shown, change: onChange, isPending, error } = useImportChanges(data)
  const { counts, options, dates } = data
  const { columns } = shown
  const isUndecided = options.mode === 'schedule' && dates?.is_ambiguous === true
  const noText = !columns.some(({ field }) => field === 'text')
  return (
    <div className="flex flex-col gap-4" aria-busy={isPending}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 wrap-anywhere" role="status">
          <Summary data={data} isChecking={isPending} />
        </p>
        <Button
          tone="primary"
          isBusy={confirm.isPending}
          disabled={counts.waiting === 0 || isUndecided || isPending}
          onClick={() => confirm.mutate()}
        >
          {counts.waiting === 0 ? 'Create stories' : `Create ${plural(counts.waiting, 'story', 'stories')}`}
        </Button>
      </div>
      {confirm.error && <ErrorNote error={confirm.error} title="Import not started" />}
      {error && <ErrorNote error={error} title="Not changed" />}
      {noText && (
        <Notice tone="warn" title="Which column has the text?">
          Choose it under Columns.
        </Notice>
      )}
      {isUndecided && <DateChoice data={data} onChange={onChange} />}
      <ImportOptions {...{ projectId, onChange }} data={shown} />
      <ImportColumns
        columns={columns}
        isOpen={noText || (data.source === 'unknown' && columns.some(({ field }) => field === null))}
        onChange={onChange}
      />
      <ImportRows {...{ projectId, data }} />
    </div>
  )
}

function Summary({ data: { filename, source, counts }, isChecking }: { data: Import; isChecking: boolean }) {
  const label = sourceLabels[source]
  const facts = [
    { count: counts.ok, text: 'ready', look: counts.ok > 0 ? 'text-good' : 'text-ink-soft' },
    ...(counts.with_errors > 0 ? [{ count: counts.with_errors, text: 'with errors', look: 'text-bad' }] : []),
    ...(counts.with_warnings > 0 ? [{ count: counts.with_warnings, text: 'with warnings', look: 'text-warn' }] : []),
  ]
  return (
    <>
      <span className="font-medium">{filename ?? 'CSV file'}</span>
      {label && ` (${label})`}:{' '}
      {isChecking
        ? 'checking the rows…'
        : facts.map(({ count, text, look }, index) => (
            <Fragment key={text}>
              {index > 0 && ', '}
              <span className={`font-medium ${look}`}>
                {count.toLocaleString('en')} {text}
              </span>
            </Fragment>
          ))}
    </>
  )
}

type Choice = { data: Import; onChange: (changes: ImportChanges) => void }

/** Asks for the order of day and month. */
function DateChoice({ data: { dates }, onChange }: Choice) {
  const { locale } = useZone()
  // Without the time.
  const example = /^[\d./-]+/.exec(dates?.example ?? '')?.[0] ?? null
  return (
    <Notice
      tone="warn"
      title={
        example
          ? `Is ${example} ${labelOf(example, 'mdy', locale)} or ${labelOf(example, 'dmy', locale)}?`
          : 'Do the dates start with the day or the month?'
      }
      action={
        <div className="flex flex-wrap gap-2">
          <Button isSmall onClick={() => onChange({ date_order: 'mdy' })}>
            {labelOf(example, 'mdy', locale)}
          </Button>
          <Button isSmall onClick={() => onChange({ date_order: 'dmy' })}>
            {labelOf(example, 'dmy', locale)}
          </Button>
        </div>
      }
    >
      {example ? 'Your answer applies to all dates of the file.' : 'The file has both.'}
    </Notice>
  )
}

/** “April 3” for 03/04/2026, day first. */
function labelOf(example: string | null, order: 'dmy' | 'mdy', locale: string): string {
  const [, first, second] = /^\D*(\d{1,2})\D(\d{1,2})\D/.exec(example ?? '') ?? []
  if (!first || !second) return order === 'dmy' ? 'Day first' : 'Month first'
  const [day, month] = order === 'dmy' ? [first, second] : [second, first]
  const date = new Date(Date.UTC(2024, Number(month) - 1, Number(day)))
  return date.toLocaleDateString(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' })
}
