import type { z } from 'zod'
import { type Call, validate } from '../http/call'
import { refuseModel } from './errors'
import { checkStrictSchema, type JsonSchema } from './json-schema'
import { ChatRequest, ResponsesRequest } from './requests'

/** What both endpoints ask for. */
export type Prompt = {
  model: string
  instructions: string
  /** The first user message, if it is a JSON object; otherwise `{ text }`. */
  data: Record<string, unknown>
  /** Everything that was sent as text, for counting tokens. */
  text: string
  imageCount: number
  schema: JsonSchema | null
  isStreamed: boolean
  sendsUsage: boolean
}

/** A model that exists, and what it cannot do. `sample-plain` is like small local servers. */
export const models = {
  'sample-writer': { kind: 'text', hasSchemas: true, streams: true },
  'sample-plain': { kind: 'text', hasSchemas: false, streams: false },
  'sample-embedding': { kind: 'embedding', hasSchemas: false, streams: false },
} as const
export type ModelName = keyof typeof models
export const nativeDimensions = 1_536

export function modelOf(name: string, kind: 'text' | 'embedding'): (typeof models)[ModelName] {
  const model = Object.hasOwn(models, name) ? models[name as ModelName] : undefined
  if (model?.kind === kind) return model
  const message = `The model '${name}' does not exist or you do not have access to it.`
  throw refuseModel(404, message, { param: 'model', code: 'model_not_found' })
}

/** Parses a body strictly. */
export function readBody<T>(call: Call, schema: z.ZodType<T>): T {
  const body = call.json()
  if (call.contentType !== 'application/json' || body === undefined)
    throw refuseModel(400, 'We could not parse the JSON body of your request.')
  return validate(schema, body, ({ kind, field, message }) => {
    if (kind === 'unknown')
      return refuseModel(400, `Unknown parameter: '${field}'.`, { param: field, code: 'unknown_parameter' })
    if (kind === 'missing')
      return refuseModel(400, `Missing required parameter: '${field}'.`, {
        param: field,
        code: 'missing_required_parameter',
      })
    return refuseModel(400, `Invalid value for '${field}': ${message}`, { param: field, code: 'invalid_value' })
  })
}

export function readResponsesPrompt(call: Call): Prompt {
  const { model, instructions, input, text, stream } = readBody(call, ResponsesRequest)
  const messages = typeof input === 'string' ? [{ role: 'user' as const, content: input }] : input
  const format = text?.format.type === 'json_schema' ? text.format : null
  return promptOf(model, instructions ?? '', messages, format, 'text.format', {
    isStreamed: stream ?? false,
    sendsUsage: true,
  })
}

export function readChatPrompt(call: Call): Prompt {
  const { model, messages, response_format, stream, stream_options } = readBody(call, ChatRequest)
  if (stream_options && !stream)
    throw refuseModel(400, "The 'stream_options' parameter is only allowed when 'stream' is enabled.", {
      param: 'stream_options',
    })
  const system = messages.filter(({ role }) => role === 'system' || role === 'developer')
  const rest = messages.filter((message) => !system.includes(message))
  const format = response_format?.type === 'json_schema' ? response_format.json_schema : null
  return promptOf(model, system.map(textOf).join('\n'), rest, format, 'response_format', {
    isStreamed: stream ?? false,
    sendsUsage: stream_options?.include_usage ?? false,
  })
}

type Part = { type: string; text?: string }
type Message = { role: string; content: string | Part[] }
type Format = { name: string; schema: JsonSchema; strict?: boolean | null | undefined }

const textOf = ({ content }: Message): string =>
  typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('')

function promptOf(
  model: string,
  instructions: string,
  messages: Message[],
  format: Format | null,
  formatParam: string,
  streaming: Pick<Prompt, 'isStreamed' | 'sendsUsage'>,
): Prompt {
  const able = modelOf(model, 'text')
  if (format && !able.hasSchemas)
    throw refuseModel(400, `${formatParam} of type 'json_schema' is not supported by ${model}.`, { param: formatParam })
  if (streaming.isStreamed && !able.streams)
    throw refuseModel(400, `'stream' is not supported by ${model}.`, { param: 'stream' })
  if (format?.strict) checkStrictSchema(format.schema, format.name, formatParam)
  const first = messages.find(({ role }) => role === 'user')
  const parts = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
  return {
    model,
    instructions,
    data: objectIn(first ? textOf(first) : ''),
    text: [instructions, ...messages.map(textOf)].join('\n'),
    imageCount: parts.filter(({ type }) => type === 'input_image' || type === 'image_url').length,
    schema: format?.schema ?? schemaIn(instructions),
    ...streaming,
  }
}

function objectIn(text: string): Record<string, unknown> {
  const value = parse(text)
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : { text }
}

/** A schema that the instructions contain, for models without structured output. */
const schemaIn = (instructions: string): JsonSchema | null =>
  (parse(/JSON Schema:\s*(\{[\s\S]*\})/.exec(instructions)?.[1] ?? '') as JsonSchema | undefined) ?? null

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
