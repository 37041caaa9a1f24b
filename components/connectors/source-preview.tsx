'use client'

import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import type { AnswerTo } from '@/lib/api/operation'
import type { testConnector } from '@/lib/openapi/operations.generated'
import { plural } from '@/lib/text/number-text'
import { kindNames } from './connector-health'
import { ItemCard, titleOf } from './item-card'

export type SourceAnswer = AnswerTo<typeof testConnector>

type Props = {
  title: string
  answer: SourceAnswer | undefined
  isPending: boolean
  /** Before the first test. */
  children: ReactNode
  onUse: (url: string) => void
}

/** What a test found: the fields and the newest items, or the problem. */
export function SourcePreview({ title, answer, isPending, children, onUse }: Props) {
  return (
    <section aria-labelledby="preview" aria-busy={isPending} className="panel min-w-0 p-4">
      <h2 id="preview" className="font-semibold">
        {title}
      </h2>
      <div aria-live="polite" className="pt-3">
        {isPending ? (
          <>
            <p className="sr-only">Reading the source</p>
            <Skeleton className="h-48 w-full" />
          </>
        ) : answer === undefined ? (
          children
        ) : answer.ok ? (
          <Found answer={answer} />
        ) : (
          <Problem answer={answer} onUse={onUse} />
        )}
      </div>
    </section>
  )
}

function Problem({ answer, onUse }: { answer: Extract<SourceAnswer, { ok: false }>; onUse: (url: string) => void }) {
  const { error, suggested_url } = answer
  return (
    <Notice
      tone="warn"
      role="alert"
      title="The source cannot be used yet"
      action={
        suggested_url !== null && (
          <Button isSmall onClick={() => onUse(suggested_url)}>
            Use that address
          </Button>
        )
      }
    >
      {error}
    </Notice>
  )
}

function Found({ answer }: { answer: Extract<SourceAnswer, { ok: true }> }) {
  const { kind, item_count, key_field, path, fields, sample } = answer
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <p className="text-ink-soft">
        {kindNames[kind]} · {plural(item_count, 'item')}
        {path !== null && path !== '$' && (
          <>
            {' '}
            in <code className="font-mono text-xs wrap-anywhere">{path}</code>
          </>
        )}
        {' · '}
        {key_field ? (
          <>
            ID field <code className="font-mono text-xs">{key_field}</code>
          </>
        ) : (
          'identified by their content'
        )}
      </p>
      <FieldNames fields={fields} />
      {sample.length === 0 ? (
        <p className="text-ink-soft">The source has no items yet. It can be saved, and new items will be found.</p>
      ) : (
        <ol className="flex flex-col divide-y divide-line">
          {sample.map((item) => (
            <li key={titleOf(item) + (item.link ?? '')} className="py-3 first:pt-0 last:pb-0">
              <ItemCard fields={item} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

export function FieldNames({ fields }: { fields: readonly string[] }) {
  if (fields.length === 0) return null
  return (
    <div>
      <h3 className="pb-1.5 text-sm font-medium">Fields</h3>
      <ul className="flex flex-wrap gap-1.5">
        {fields.map((name) => (
          <li key={name} className="rounded-md bg-quiet-wash px-1.5 py-0.5 font-mono text-xs wrap-anywhere">
            {name}
          </li>
        ))}
      </ul>
    </div>
  )
}
