import { newId } from '@/lib/ids'
import { type Answer, jsonAnswer } from '../http/call'
import type { Prompt } from './prompt'

/** What the model says, and how it ended. */
export type Completion = { text: string; end: 'stop' | 'cut' | 'refused' }

/** A response that is sent in parts. */
export type StreamedAnswer = { status: 200; headers: Record<string, string>; chunks: AsyncIterable<string> }

/** About four characters per token, as with OpenAI's models in English. */
export const tokensIn = (text: string): number => Math.ceil(text.length / 4)

const requestId = () => ({ 'x-request-id': `req_${newId()}` })
const seconds = (nowMs: number): number => Math.floor(nowMs / 1000)

export function chatAnswer(prompt: Prompt, { text, end }: Completion, nowMs: number): Answer {
  const isRefused = end === 'refused'
  const message = { role: 'assistant', content: isRefused ? null : text, refusal: isRefused ? text : null }
  const choice = { index: 0, finish_reason: end === 'cut' ? 'length' : 'stop', logprobs: null, message }
  const head = { id: `chatcmpl-${newId()}`, object: 'chat.completion', created: seconds(nowMs), model: prompt.model }
  return jsonAnswer(200, { ...head, choices: [choice], usage: chatUsage(prompt, text) }, requestId())
}

function chatUsage(prompt: Prompt, text: string) {
  const [input, output] = [tokensIn(prompt.text), tokensIn(text)]
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
}

export function chatStream(
  prompt: Prompt,
  { text, end }: Completion,
  nowMs: number,
  breaksOff: boolean,
): StreamedAnswer {
  const head = {
    id: `chatcmpl-${newId()}`,
    object: 'chat.completion.chunk',
    created: seconds(nowMs),
    model: prompt.model,
  }
  const chunk = (delta: object, finish: string | null = null) =>
    `data: ${JSON.stringify({
      ...head,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...(prompt.sendsUsage ? { usage: null } : {}),
    })}\n\n`
  async function* chunks(): AsyncGenerator<string> {
    yield chunk({ role: 'assistant', content: '' })
    const member = end === 'refused' ? 'refusal' : 'content'
    for await (const word of wordsOf(text, breaksOff)) yield chunk({ [member]: word })
    yield chunk({}, end === 'cut' ? 'length' : 'stop')
    if (prompt.sendsUsage) yield `data: ${JSON.stringify({ ...head, choices: [], usage: chatUsage(prompt, text) })}\n\n`
    yield 'data: [DONE]\n\n'
  }
  return streamed(chunks())
}

export const responsesAnswer = (prompt: Prompt, completion: Completion, nowMs: number): Answer =>
  jsonAnswer(200, responseBody(prompt, completion, nowMs), requestId())

function responseBody(prompt: Prompt, { text, end }: Completion, nowMs: number) {
  const [input, output] = [tokensIn(prompt.text), tokensIn(text)]
  const status = end === 'cut' ? 'incomplete' : 'completed'
  const part =
    end === 'refused'
      ? { type: 'refusal', refusal: text }
      : { type: 'output_text', text, annotations: [], logprobs: [] }
  return {
    id: `resp_${newId()}`,
    object: 'response',
    created_at: seconds(nowMs),
    status,
    incomplete_details: end === 'cut' ? { reason: 'max_output_tokens' } : null,
    error: null,
    model: prompt.model,
    // Reasoning comes first, so a client that reads output[0] fails.
    output: [
      { type: 'reasoning', id: `rs_${newId()}`, summary: [] },
      { type: 'message', id: `msg_${newId()}`, status, role: 'assistant', content: [part] },
    ],
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input + output,
    },
  }
}

export function responsesStream(
  prompt: Prompt,
  completion: Completion,
  nowMs: number,
  breaksOff: boolean,
): StreamedAnswer {
  const { text, end } = completion
  const whole = responseBody(prompt, completion, nowMs)
  const started = { ...whole, status: 'in_progress', incomplete_details: null, output: [], usage: null }
  const [reasoning, message] = whole.output
  const place = { item_id: message?.id, output_index: 1, content_index: 0 }
  const kind = end === 'refused' ? 'refusal' : 'output_text'
  let sequence = 0
  const event = (type: string, members: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...members })}\n\n`
  async function* chunks(): AsyncGenerator<string> {
    yield event('response.created', { response: started })
    yield event('response.in_progress', { response: started })
    yield event('response.output_item.added', { output_index: 0, item: reasoning })
    yield event('response.output_item.done', { output_index: 0, item: reasoning })
    yield event('response.output_item.added', { output_index: 1, item: { ...message, content: [] } })
    const empty = kind === 'refusal' ? { refusal: '' } : { text: '', annotations: [], logprobs: [] }
    yield event('response.content_part.added', { ...place, part: { type: kind, ...empty } })
    for await (const word of wordsOf(text, breaksOff))
      yield event(`response.${kind}.delta`, { ...place, delta: word, ...(kind === 'refusal' ? {} : { logprobs: [] }) })
    yield event(`response.${kind}.done`, { ...place, [kind === 'refusal' ? 'refusal' : 'text']: text })
    yield event('response.content_part.done', { ...place, part: message?.content?.[0] })
    yield event('response.output_item.done', { output_index: 1, item: message })
    yield event(end === 'cut' ? 'response.incomplete' : 'response.completed', { response: whole })
  }
  return streamed(chunks())
}

const streamed = (chunks: AsyncIterable<string>): StreamedAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache', ...requestId() },
  chunks,
})

/** @param breaksOff fails after half of the words */
async function* wordsOf(text: string, breaksOff: boolean): AsyncGenerator<string> {
  const words = text.match(/\s*\S+/g) ?? []
  for (const [index, word] of words.entries()) {
    if (breaksOff && index >= words.length / 2) throw new Error('The stream breaks off.')
    yield word
  }
}
