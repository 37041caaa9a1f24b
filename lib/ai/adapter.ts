import type { OpenAI } from 'openai'
import type { Json } from '@/lib/json'

export type Tokens = { input: number; output: number }

/** An image for models that can see. */
export type ModelImage = { type: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif'; bytes: Uint8Array }

export type Turn = { role: 'user' | 'assistant'; text: string }

export type ModelRequest = {
  model: string
  instructions: string
  /** The first one is the user's and carries the images. */
  turns: readonly Turn[]
  images: readonly ModelImage[]
  /** Structured output. Null: plain text. */
  format: { name: string; schema: Record<string, Json> } | null
}

/** A complete answer. */
export type ModelAnswer = { text: string; isRefused: boolean; isCut: boolean; tokens: Tokens }

/** A part of a streamed answer. */
export type Chunk = { text?: string; isRefused?: boolean; isCut?: boolean; tokens?: Tokens }

/** One of the two endpoints that answer with text. */
export type Adapter = {
  ask(client: OpenAI, request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer>
  /** Null: the server answers in one piece only. */
  open(client: OpenAI, request: ModelRequest, signal: AbortSignal): Promise<AsyncIterable<Chunk> | null>
}

export const dataUrlOf = ({ type, bytes }: ModelImage): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

export const isEventStream = (response: Response): boolean =>
  (response.headers.get('content-type') ?? '').startsWith('text/event-stream')
