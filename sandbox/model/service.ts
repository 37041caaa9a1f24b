import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, type Call, htmlAnswer, jsonAnswer, Refusal } from '../http/call'
import type { ModelFault, ModelState } from '../state/model-state'
import {
  type Completion,
  chatAnswer,
  chatStream,
  responsesAnswer,
  responsesStream,
  type StreamedAnswer,
  tokensIn,
} from './answers'
import { compose } from './compose'
import { embed, toBase64 } from './embedding'
import { modelError, refuseModel } from './errors'
import { modelOf, models, nativeDimensions, type Prompt, readBody, readChatPrompt, readResponsesPrompt } from './prompt'
import { EmbeddingsRequest } from './requests'

/** The key of every sandbox. It works nowhere else. */
export const modelKey = 'sk-sandbox-storycast'

type Outcome = Answer | StreamedAnswer | 'silence'

/** A stand-in for an OpenAI-compatible server, mounted at `/v1`. */
export function makeModelService(state: ModelState, nowMs: () => number): (call: Call) => Promise<Outcome> {
  return async (call) => {
    const body = call.body.toString('utf8')
    const record = {
      id: call.id,
      at: new Date(nowMs()).toISOString(),
      path: call.path,
      user_agent: call.header('user-agent') ?? null,
      body: call.json() ?? null,
      status: null as number | null,
      fault: null as string | null,
    }
    state.record(record, body)
    try {
      checkAccess(call)
      const fault = state.takeFault(call.path, body)
      record.fault = fault?.fault ?? null
      const outcome = transportFault(fault) ?? answer(call, fault, nowMs())
      record.status = outcome === 'silence' ? null : outcome.status
      return outcome
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      record.status = error.answer.status
      return error.answer
    }
  }
}

const paths: Record<string, string> = {
  '/models': 'GET',
  '/responses': 'POST',
  '/chat/completions': 'POST',
  '/embeddings': 'POST',
}

function checkAccess(call: Call): void {
  const method = paths[call.path]
  if (!method) throw refuseModel(404, `Invalid URL (${call.method} /v1${call.path})`)
  if (method !== call.method) {
    const message = `Not allowed to ${call.method} on /v1${call.path}. (HINT: Perhaps you meant to make the request via ${method})`
    throw refuseModel(405, message, { headers: { allow: method } })
  }
  if (call.bearer === undefined)
    throw refuseModel(401, "You didn't provide an API key in an Authorization header using Bearer auth.")
  if (call.bearer !== modelKey) throw refuseModel(401, 'Incorrect API key provided.', { code: 'invalid_api_key' })
  const parameter = call.unknownParameter([])
  if (parameter !== undefined)
    throw refuseModel(400, `Unknown parameter: '${parameter}'.`, { param: parameter, code: 'unknown_parameter' })
}

/** Faults that need no answer of the model. */
function transportFault(fault: ModelFault | undefined): Outcome | undefined {
  switch (fault?.fault) {
    case 'rate_limit': {
      const { retry_after_seconds: wait } = fault
      return modelError(429, 'Rate limit reached for requests.', {
        type: 'requests',
        code: 'rate_limit_exceeded',
        ...(wait === undefined ? {} : { headers: { 'retry-after': String(wait) } }),
      })
    }
    case 'quota': {
      const message = 'You exceeded your current quota, please check your plan and billing details.'
      return modelError(429, message, { type: 'insufficient_quota', code: 'insufficient_quota' })
    }
    case 'server_error':
      return modelError(500, 'The server had an error while processing your request.', { type: 'server_error' })
    case 'html_502':
      return htmlAnswer(502, '<!doctype html><html><head><title>502 Bad Gateway</title></head><body></body></html>')
    case 'broken_json':
      return { status: 200, headers: { 'content-type': 'application/json' }, body: '{"id":"resp_1","outp' }
    case 'hang':
      return 'silence'
    default:
      return undefined
  }
}

function answer(call: Call, fault: ModelFault | undefined, nowMs: number): Outcome {
  if (call.path === '/models') return listModels(nowMs)
  if (call.path === '/embeddings') return embeddings(call, fault)
  const isChat = call.path === '/chat/completions'
  const prompt = isChat ? readChatPrompt(call) : readResponsesPrompt(call)
  const completion = complete(prompt, fault)
  if (!prompt.isStreamed) return (isChat ? chatAnswer : responsesAnswer)(prompt, completion, nowMs)
  const streamed = (isChat ? chatStream : responsesStream)(prompt, completion, nowMs, fault?.fault === 'break_off')
  return { ...streamed, chunks: atReadingSpeed(streamed.chunks) }
}

function complete(prompt: Prompt, fault: ModelFault | undefined): Completion {
  const text = compose(prompt, fault?.fault === 'forbidden_word' ? fault.word : null)
  switch (fault?.fault) {
    case 'refuse':
      return { text: "I'm sorry, but I can't help with that.", end: 'refused' }
    case 'cut_off':
      return { text: text.slice(0, text.length / 2), end: 'cut' }
    case 'rubbish':
      return { text: 'Sure! Here are some thoughts about it.', end: 'stop' }
    case 'wrong_answer':
      return { text: '{"unexpected":true}', end: 'stop' }
    default:
      return { text, end: 'stop' }
  }
}

/** Streams word by word, so that users see the text appear. Long texts send their rest at once. */
const chunkPauseMs = 15
const pausesMax = 200

async function* atReadingSpeed(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let pauses = 0
  for await (const chunk of chunks) {
    yield chunk
    if (++pauses <= pausesMax) await sleep(chunkPauseMs, undefined, { ref: false })
  }
}

function listModels(nowMs: number): Answer {
  const created = Math.floor(nowMs / 1000)
  const data = Object.keys(models).map((id) => ({ id, object: 'model', created, owned_by: 'storycast-sandbox' }))
  return jsonAnswer(200, { object: 'list', data })
}

/** Limits of OpenAI's API. */
const embeddingLimits = { tokensPerText: 8_192, tokens: 300_000 }

function embeddings(call: Call, fault: ModelFault | undefined): Answer {
  const { model, input, dimensions = nativeDimensions, encoding_format } = readBody(call, EmbeddingsRequest)
  modelOf(model, 'embedding')
  if (dimensions > nativeDimensions)
    throw refuseModel(400, `Invalid value for 'dimensions' = ${dimensions}. Must be at most ${nativeDimensions}.`, {
      param: 'dimensions',
    })
  const texts = typeof input === 'string' ? [input] : input
  const counts = texts.map(tokensIn)
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (counts.some((count) => count > embeddingLimits.tokensPerText) || total > embeddingLimits.tokens)
    throw refuseModel(400, 'The input is longer than the maximum context length.', { param: 'input' })
  const length = fault?.fault === 'wrong_length' ? dimensions + 1 : dimensions
  const data = texts.map((text, index) => {
    const vector = embed(text, length)
    return { object: 'embedding', index, embedding: encoding_format === 'base64' ? toBase64(vector) : vector }
  })
  // The order is not promised.
  data.reverse()
  return jsonAnswer(200, { object: 'list', model, data, usage: { prompt_tokens: total, total_tokens: total } })
}
