import { z } from 'zod'
import type { JsonSchema } from './json-schema'

/** The members that this stand-in knows. Others are refused, as OpenAI refuses unknown ones. */

const imageUrl = z.string().regex(/^(https:\/\/|data:image\/(jpeg|png|webp|gif);base64,)/, 'Invalid image URL.')
const schemaName = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/, 'Invalid schema name.')
const jsonSchema = z.custom<JsonSchema>((value) => typeof value === 'object' && value !== null, 'Expected an object.')
const sampling = { temperature: z.number().min(0).max(2).optional(), top_p: z.number().min(0).max(1).optional() }

const InputPart = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('input_text'), text: z.string() }),
  z.strictObject({
    type: z.literal('input_image'),
    image_url: imageUrl,
    detail: z.enum(['low', 'high', 'auto']).optional(),
  }),
])
export const ResponsesRequest = z.strictObject({
  model: z.string(),
  instructions: z.string().nullish(),
  input: z.union([
    z.string().min(1),
    z
      .array(
        z.strictObject({
          type: z.literal('message').optional(),
          role: z.enum(['user', 'assistant', 'system', 'developer']),
          content: z.union([z.string(), z.array(InputPart).min(1)]),
        }),
      )
      .min(1),
  ]),
  text: z
    .strictObject({
      format: z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('text') }),
        z.strictObject({
          type: z.literal('json_schema'),
          name: schemaName,
          schema: jsonSchema,
          strict: z.boolean().nullish(),
          description: z.string().optional(),
        }),
      ]),
    })
    .optional(),
  store: z.boolean().optional(),
  stream: z.boolean().optional(),
  max_output_tokens: z.number().int().min(16).optional(),
  ...sampling,
})

const ChatPart = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({
    type: z.literal('image_url'),
    image_url: z.strictObject({ url: imageUrl, detail: z.enum(['low', 'high', 'auto']).optional() }),
  }),
])
export const ChatRequest = z.strictObject({
  model: z.string(),
  messages: z
    .array(
      z.strictObject({
        role: z.enum(['system', 'developer', 'user', 'assistant']),
        content: z.union([z.string(), z.array(ChatPart).min(1)]),
      }),
    )
    .min(1),
  response_format: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('text') }),
      z.strictObject({
        type: z.literal('json_schema'),
        json_schema: z.strictObject({
          name: schemaName,
          schema: jsonSchema,
          strict: z.boolean().nullish(),
          description: z.string().optional(),
        }),
      }),
    ])
    .optional(),
  stream: z.boolean().optional(),
  stream_options: z.strictObject({ include_usage: z.boolean() }).optional(),
  max_completion_tokens: z.number().int().min(1).optional(),
  ...sampling,
})

const embeddingText = z.string().min(1).max(32_000)
export const EmbeddingsRequest = z.strictObject({
  model: z.string(),
  input: z.union([embeddingText, z.array(embeddingText).min(1).max(2_048)]),
  dimensions: z.number().int().min(1).optional(),
  encoding_format: z.enum(['float', 'base64']).optional(),
})
