import { appendFileSync } from 'node:fs'
import { z } from 'zod'
import { newId } from '@/lib/ids'

const common = {
  /** Only for requests whose body contains this text. */
  contains: z.string().min(1).optional(),
  /** Only for this endpoint. */
  path: z.enum(['/responses', '/chat/completions', '/embeddings', '/models']).optional(),
  /** How often. Missing: always. */
  times: z.number().int().min(1).optional(),
}
const fault = <Name extends string>(name: Name) => z.strictObject({ fault: z.literal(name), ...common })

export const ModelFaultRequest = z.discriminatedUnion('fault', [
  fault('rate_limit').extend({ retry_after_seconds: z.number().min(0).optional() }),
  /** The account has no credit left. */
  fault('quota'),
  /** No response and no close. */
  fault('hang'),
  fault('server_error'),
  /** A proxy's 502 page. */
  fault('html_502'),
  /** A 200 with incomplete JSON. */
  fault('broken_json'),
  /** The model declines. */
  fault('refuse'),
  /** The answer reached the maximum length. */
  fault('cut_off'),
  /** A streamed answer ends with a connection reset in the middle. */
  fault('break_off'),
  /** Text instead of the requested JSON. */
  fault('rubbish'),
  /** JSON that does not match the schema. */
  fault('wrong_answer'),
  /** Embeddings with another length than requested. */
  fault('wrong_length'),
  /** Every text of the answer contains this word. */
  fault('forbidden_word').extend({ word: z.string().min(1) }),
])
export type ModelFault = z.output<typeof ModelFaultRequest> & { id: string; used: number }

/** A request to the model, as it was received. The key is not stored. */
export type ModelRequestRecord = {
  id: string
  at: string
  path: string
  user_agent: string | null
  body: unknown
  status: number | null
  fault: string | null
}

const recordsMax = 1_000

/** Faults and the latest requests. In memory: a restart clears both. */
export class ModelState {
  readonly #faults = new Map<string, ModelFault>()
  #requests: ModelRequestRecord[] = []
  readonly #file: string | null

  /** @param file appends every request body to this file */
  constructor(file: string | null) {
    this.#file = file
  }

  setFault(request: z.output<typeof ModelFaultRequest>): ModelFault {
    const fault: ModelFault = { ...request, id: newId(), used: 0 }
    this.#faults.set(fault.id, fault)
    return fault
  }

  faults(): ModelFault[] {
    return [...this.#faults.values()]
  }

  /** @returns false if there is no such fault */
  removeFault(id: string): boolean {
    return this.#faults.delete(id)
  }

  clearFaults(): void {
    this.#faults.clear()
  }

  takeFault(path: string, body: string): ModelFault | undefined {
    const fault = this.faults().find(
      (fault) =>
        (fault.path ?? path) === path &&
        (fault.contains === undefined || body.includes(fault.contains)) &&
        (fault.times === undefined || fault.used < fault.times),
    )
    if (fault) fault.used += 1
    return fault
  }

  record(record: ModelRequestRecord, body: string): void {
    this.#requests.push(record)
    if (this.#requests.length >= recordsMax * 2) this.#requests = this.#requests.slice(-recordsMax)
    if (this.#file !== null) appendFileSync(this.#file, `${body}\n`)
  }

  /** Newest first. */
  requests(limit: number, contains = ''): ModelRequestRecord[] {
    const found = this.#requests.filter(({ body }) => contains === '' || JSON.stringify(body).includes(contains))
    return found.slice(-limit).reverse()
  }
}
