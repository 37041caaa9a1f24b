import type { OpenAI } from 'openai'
import { z } from 'zod'
import type { Adapter, Chunk, ModelAnswer, ModelRequest, Tokens } from './adapter'
import { dataUrlOf, isEventStream } from './adapter'
import { rejects, unusable } from './errors'

/** `POST /chat/completions`, which every compatible server has. */
export const chat: Adapter = {
  async ask(client, request, signal) {
    return read(await client.chat.completions.create(bodyOf(request), { signal }))
  },
  async open(client, request, signal) {
    const body = { ...bodyOf(request), stream: true as const, stream_options: { include_usage: true } }
    try {
      const { data, response } = await client.chat.completions.create(body, { signal }).withResponse()
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
  const messages: OpenAI.Chat.ChatCompletionMessageParam[] = turns.map(({ role, text }, index) => {
    if (role === 'assistant') return { role, content: text }
    const seen = index === 0 ? images : []
    if (seen.length === 0) return { role, content: text }
    const parts = seen.map((image) => ({ type: 'image_url' as const, image_url: { url: dataUrlOf(image) } }))
    return { role, content: [{ type: 'text' as const, text }, ...parts] }
  })
  return {
    model,
    messages: [{ role: 'system' as const, content: instructions }, ...messages],
    ...(format && {
      response_format: { type: 'json_schema' as const, json_schema: { ...format, strict: true } },
    }),
  }
}

const count = z.number().catch(0)
const Usage = z.object({ prompt_tokens: count, completion_tokens: count }).nullish().catch(null)
const Answer = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: Usage,
})

const tokensOf = (usage: z.output<typeof Usage>): Tokens => ({
  input: usage?.prompt_tokens ?? 0,
  output: usage?.completion_tokens ?? 0,
})

function read(answer: unknown): ModelAnswer {
  const parsed = Answer.safeParse(answer)
  const choice = parsed.data?.choices[0]
  if (!parsed.success || !choice) throw unusable('unreadable')
  const { finish_reason: reason, message } = choice
  return {
    text: message.content ?? '',
    isRefused: Boolean(message.refusal) || reason === 'content_filter',
    isCut: reason === 'length',
    tokens: tokensOf(parsed.data.usage),
  }
}

const Part = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        delta: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }).nullish(),
      }),
    )
    .nullish(),
  usage: Usage,
})

async function* chunksOf(stream: AsyncIterable<unknown>): AsyncGenerator<Chunk> {
  for await (const part of stream) {
    const parsed = Part.safeParse(part)
    if (!parsed.success) throw unusable('unreadable')
    const { usage } = parsed.data
    const choice = parsed.data.choices?.[0]
    yield {
      ...(choice?.delta?.content ? { text: choice.delta.content } : {}),
      isRefused: Boolean(choice?.delta?.refusal) || choice?.finish_reason === 'content_filter',
      isCut: choice?.finish_reason === 'length',
      ...(usage ? { tokens: tokensOf(usage) } : {}),
    }
  }
}
