import type { OpenAI } from 'openai'
import { z } from 'zod'
import type { Adapter, Chunk, ModelAnswer, ModelRequest, Tokens } from './adapter'
import { dataUrlOf, isEventStream } from './adapter'
import { rejects, unusable } from './errors'

/** `POST /responses`, the endpoint that OpenAI develops. Nothing is stored at the server. */
export const responses: Adapter = {
  async ask(client, request, signal) {
    return read(await client.responses.create(bodyOf(request), { signal }))
  },
  async open(client, request, signal) {
    try {
      const sent = client.responses.create({ ...bodyOf(request), stream: true }, { signal })
      const { data, response } = await sent.withResponse()
      if (isEventStream(response)) return chunksOf(data)
      await response.body?.cancel()
      return null
    } catch (error) {
      if (rejects(error, /stream/)) return null
      throw error
    }
  },
}

function bodyOf({ model, instructions, turns, images, format }: ModelRequest) {
  const input: OpenAI.Responses.EasyInputMessage[] = turns.map(({ role, text }, index) => {
    const seen = index === 0 ? images : []
    if (seen.length === 0) return { role, content: text }
    const parts = seen.map((image) => ({
      type: 'input_image' as const,
      image_url: dataUrlOf(image),
      detail: 'auto' as const,
    }))
    return { role, content: [{ type: 'input_text' as const, text }, ...parts] }
  })
  return {
    model,
    instructions,
    input,
    store: false,
    ...(format && { text: { format: { type: 'json_schema' as const, ...format, strict: true } } }),
  }
}

const count = z.number().catch(0)
const Answer = z.object({
  status: z.string().nullish(),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  // May begin with other items, such as the reasoning.
  output: z.array(
    z.object({
      type: z.string(),
      content: z
        .array(z.object({ type: z.string(), text: z.string().nullish(), refusal: z.string().nullish() }))
        .nullish()
        .catch(null),
    }),
  ),
  usage: z.object({ input_tokens: count, output_tokens: count }).nullish().catch(null),
})

const tokensOf = (usage: z.output<typeof Answer>['usage']): Tokens => ({
  input: usage?.input_tokens ?? 0,
  output: usage?.output_tokens ?? 0,
})

function read(answer: unknown): ModelAnswer {
  const parsed = Answer.safeParse(answer)
  if (!parsed.success || parsed.data.status === 'failed') throw unusable('unreadable')
  const { output, status, incomplete_details: incomplete, usage } = parsed.data
  const parts = output.flatMap((item) => (item.type === 'message' ? (item.content ?? []) : []))
  const isFiltered = incomplete?.reason === 'content_filter'
  return {
    text: parts.map((part) => (part.type === 'output_text' ? (part.text ?? '') : '')).join(''),
    isRefused: isFiltered || parts.some((part) => part.type === 'refusal'),
    isCut: status === 'incomplete' && !isFiltered,
    tokens: tokensOf(usage),
  }
}

const Event = z.object({
  type: z.string(),
  delta: z.string().optional().catch(undefined),
  response: z.unknown().optional(),
})

async function* chunksOf(stream: AsyncIterable<unknown>): AsyncGenerator<Chunk> {
  for await (const event of stream) {
    const parsed = Event.safeParse(event)
    if (!parsed.success) throw unusable('unreadable')
    const { type, delta, response } = parsed.data
    if (type === 'response.output_text.delta') yield { text: delta ?? '' }
    else if (type === 'response.refusal.delta') yield { isRefused: true }
    else if (type === 'response.failed' || type === 'error') throw unusable('failed')
    else if (type === 'response.completed' || type === 'response.incomplete') {
      const { isRefused, isCut, tokens } = read(response)
      yield { isRefused, isCut, tokens }
    }
  }
}
