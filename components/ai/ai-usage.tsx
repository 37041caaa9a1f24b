'use client'

import { Progress } from '@/components/ui/data/progress'
import { type Column, Table } from '@/components/ui/data/table'
import type { AiSettings } from '@/lib/ai/contract'
import { purposes } from '@/lib/ai/purposes'

type Item = AiSettings['usage']['items'][number]

const whole = new Intl.NumberFormat('en')
const labelOf = ({ purpose }: Item): string => purposes[purpose as keyof typeof purposes] ?? purpose

const right = 'text-right tabular-nums'
const columns: Column<Item>[] = [
  {
    id: 'purpose',
    label: 'Used for',
    cell: (item) => (
      <>
        <span className="block font-medium">{labelOf(item)}</span>
        <span className="block text-sm wrap-anywhere text-ink-soft">{item.model}</span>
      </>
    ),
  },
  {
    id: 'calls',
    label: 'Calls',
    className: right,
    cell: ({ calls, failed_calls: failed }) => (
      <>
        {whole.format(calls)}
        {failed > 0 && <span className="block text-sm text-bad">{whole.format(failed)} failed</span>}
      </>
    ),
  },
  {
    id: 'tokens',
    label: 'Tokens',
    className: `${right} sm:hidden`,
    cell: (item) => whole.format(item.input_tokens + item.output_tokens),
  },
  {
    id: 'input',
    label: 'Tokens sent',
    className: `${right} max-sm:hidden`,
    cell: (item) => whole.format(item.input_tokens),
  },
  {
    id: 'output',
    label: 'Tokens received',
    className: `${right} max-sm:hidden`,
    cell: (item) => whole.format(item.output_tokens),
  },
]

/** Calls and tokens of this month, and the budget of this hour. */
export function AiUsage({ usage, budget }: Pick<AiSettings, 'usage' | 'budget'>) {
  return (
    <section aria-labelledby="ai-usage" className="panel flex min-w-0 flex-col gap-5 p-5">
      <h2 id="ai-usage" className="text-lg font-semibold">
        Usage
      </h2>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Spent label="Texts this hour" calls={budget.text_calls} limit={budget.calls_per_hour} />
        <Spent label="Embeddings this hour" calls={budget.embedding_calls} limit={budget.calls_per_hour} />
      </div>
      {usage.items.length === 0 ? (
        <p className="text-ink-soft">No calls this month.</p>
      ) : (
        <div>
          <h3 className="mb-1 font-medium">This month</h3>
          <Table
            label="AI calls this month"
            columns={columns}
            rows={usage.items}
            idOf={({ purpose, model }) => `${purpose} ${model}`}
            nameOf={labelOf}
          />
        </div>
      )}
    </section>
  )
}

function Spent({ label, calls, limit }: { label: string; calls: number; limit: number }) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex justify-between gap-3 text-sm">
        <span>{label}</span>
        <span className="tabular-nums text-ink-soft">
          {whole.format(calls)} of {whole.format(limit)} calls
        </span>
      </div>
      <Progress label={label} value={Math.min(calls, limit)} max={limit} />
    </div>
  )
}
