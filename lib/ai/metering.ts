import { monotonicMs } from '@/lib/clock'
import type { Database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { log } from '@/lib/logger'
import type { Tokens } from './adapter'
import { toAiError } from './errors'
import type { Purpose } from './purposes'
import { addUsage, type BudgetKind, countAgainstBudget } from './usage-repository'

/** A model can take longer than a transaction may last. */
export function assertOutsideTransaction(db: Database): void {
  if (db.isTransaction) throw new Error('A model was called inside a transaction. Call it before or after.')
}

/** @throws rate_limited when the project has used its calls of this hour */
export async function spendBudget(db: Database, projectId: string, kind: BudgetKind): Promise<void> {
  const limit = env().AI_CALLS_PER_HOUR
  const seconds = await countAgainstBudget(db, projectId, kind, limit)
  if (seconds === null) return
  const minutes = Math.ceil(seconds / 60)
  throw new AppError(
    'rate_limited',
    `This project has used its ${limit} AI calls of this hour. Try again in ${minutes} min.`,
    {},
    { headers: { 'Retry-After': String(seconds) } },
  )
}

type Metered = { db: Database; projectId: string; purpose: Purpose; model: string }

/** Counts and logs one call with its tokens. Prompts and answers are not logged. */
export class Meter {
  readonly #startedMs = monotonicMs()
  readonly #of: Metered
  #input = 0
  #output = 0

  constructor(of: Metered) {
    this.#of = of
  }

  add({ input, output }: Tokens): void {
    this.#input += input
    this.#output += output
  }

  async finish(failure?: AppError): Promise<void> {
    const { db, projectId, purpose, model } = this.#of
    const members = {
      project_id: projectId,
      purpose,
      model,
      input_tokens: this.#input,
      output_tokens: this.#output,
      duration_ms: Math.round(monotonicMs() - this.#startedMs),
    }
    log[failure ? 'warn' : 'info']('ai.call', { ...members, ...(failure ? { cause: failure.cause } : {}) })
    const used = { purpose, model, isFailed: Boolean(failure), inputTokens: this.#input, outputTokens: this.#output }
    // An answer is not lost because it could not be counted.
    await addUsage(db, projectId, used).catch((error: unknown) => log.error('ai.usage_lost', { error }))
  }
}

/** Runs a call and counts it, also when it fails. Every failure becomes ai_unavailable. */
export async function metered<T>(of: Metered, call: (meter: Meter) => Promise<T>): Promise<T> {
  const meter = new Meter(of)
  try {
    const result = await call(meter)
    await meter.finish()
    return result
  } catch (error) {
    const failure = toAiError(error, of.model)
    await meter.finish(failure)
    throw failure
  }
}
