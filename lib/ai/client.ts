import { setTimeout as sleep } from 'node:timers/promises'
import type { OpenAI } from 'openai'
import { clearableDeadlineIn } from '@/lib/deadline'
import { env } from '@/lib/env'
import { fixedFetch } from '@/lib/outbound/fixed-fetch'
import { ModelCancelled, ModelTimeout, retryDelayMs } from './errors'
import type { ModelServer } from './settings'

/** 100 embeddings of 3,072 numbers are about 7 MB. */
const answerMaxBytes = 32 * 1024 * 1024

let current: { key: string; client: Promise<OpenAI> } | undefined

/** The client of a server. The SDK is large and most processes never call a model, so it is loaded on first use. */
export function clientOf({ baseUrl, apiKey }: ModelServer): Promise<OpenAI> {
  const key = JSON.stringify([baseUrl, apiKey])
  if (current?.key !== key) current = { key, client: makeClient(baseUrl, apiKey) }
  return current.client
}

async function makeClient(baseURL: string, apiKey: string): Promise<OpenAI> {
  const { OpenAI } = await import('openai')
  return new OpenAI({
    apiKey,
    baseURL,
    fetch: fixedFetch(baseURL, answerMaxBytes),
    // Retries are below: the SDK would wait for any Retry-After, and repeat calls although the quota is used up.
    maxRetries: 0,
    // Otherwise the SDK reads these from the environment. Its debug log contains the prompts.
    organization: null,
    project: null,
    logLevel: 'off',
  })
}

/**
 * Runs a call to the model, and once more if it failed for a passing reason. The time limit includes reading the
 * answer; the SDK's own ends with the headers.
 *
 * @param signal ends the call early
 * @throws ModelTimeout, ModelCancelled or an error of the SDK
 */
export async function withOneRetry<T>(
  signal: AbortSignal | undefined,
  attempt: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const seconds = env().AI_TIMEOUT_SECONDS
  const once = async (): Promise<T> => {
    const deadline = clearableDeadlineIn(seconds * 1000)
    const both = signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal
    try {
      return await attempt(both)
    } catch (error) {
      throw abortReason(signal, deadline.signal, seconds) ?? error
    } finally {
      deadline.clear()
    }
  }
  try {
    return await once()
  } catch (error) {
    const delayMs = retryDelayMs(error)
    if (delayMs === null) throw error
    await sleep(delayMs, undefined, signal ? { signal } : {}).catch(() => {
      throw abortReason(signal, undefined, seconds) ?? error
    })
    return once()
  }
}

/** Why a call was aborted; undefined if it was not. */
export function abortReason(
  signal: AbortSignal | undefined,
  deadline: AbortSignal | undefined,
  seconds: number,
): Error | undefined {
  const isLate = signal?.reason instanceof Error && signal.reason.name === 'TimeoutError'
  if (signal?.aborted) return isLate ? new ModelTimeout(seconds) : new ModelCancelled('cancelled')
  return deadline?.aborted ? new ModelTimeout(seconds) : undefined
}
