import { env } from '@/lib/env'
import { aiUnavailable } from './errors'

/** Which endpoint of the server is used: `/responses`, or `/chat/completions`, which every compatible server has. */
export type ModelApi = 'responses' | 'chat'

/** An OpenAI-compatible server. */
export type ModelServer = { baseUrl: string; apiKey: string; api: ModelApi }
export type TextModel = ModelServer & { model: string }
/** `dimensions`: the length to ask for; null: the model's own length. */
export type EmbeddingModel = ModelServer & { model: string; dimensions: number | null }

const openAiUrl = 'https://api.openai.com/v1'
const openAiModels = { text: 'gpt-5-mini', embedding: 'text-embedding-3-small' }

/** Local servers need no key, but the SDK does. */
const noKey = 'none'

function modelServer(): ModelServer | null {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_API } = env()
  if (!OPENAI_API_KEY && !OPENAI_BASE_URL) return null
  return {
    baseUrl: OPENAI_BASE_URL ?? openAiUrl,
    apiKey: OPENAI_API_KEY ?? noKey,
    api: OPENAI_API ?? (OPENAI_BASE_URL ? 'chat' : 'responses'),
  }
}

/** Model names of OpenAI are defaults at OpenAI only. */
const modelName = (set: string | undefined, atOpenAi: string): string | undefined =>
  set ?? (env().OPENAI_BASE_URL ? undefined : atOpenAi)

/** The model that writes texts, or null if none is configured. */
export function textModel(): TextModel | null {
  const server = modelServer()
  const model = modelName(env().OPENAI_MODEL, openAiModels.text)
  return server && model ? { ...server, model } : null
}

/** The model that makes embeddings, or null if none is configured. */
export function embeddingModel(): EmbeddingModel | null {
  const server = modelServer()
  const { OPENAI_EMBEDDING_MODEL, OPENAI_EMBEDDING_DIMENSIONS } = env()
  const model = modelName(OPENAI_EMBEDDING_MODEL, openAiModels.embedding)
  return server && model ? { ...server, model, dimensions: OPENAI_EMBEDDING_DIMENSIONS || null } : null
}

export const isModelConfigured = (): boolean => textModel() !== null
export const isEmbeddingConfigured = (): boolean => embeddingModel() !== null

/** @throws ai_unavailable */
export function requireTextModel(): TextModel {
  const model = textModel()
  if (model) return model
  throw aiUnavailable(
    'No AI model is configured. Set OPENAI_API_KEY, or OPENAI_BASE_URL and OPENAI_MODEL, and restart the server.',
  )
}

/** @throws ai_unavailable */
export function requireEmbeddingModel(): EmbeddingModel {
  const model = embeddingModel()
  if (model) return model
  throw aiUnavailable(
    'No embedding model is configured. Set OPENAI_API_KEY, or OPENAI_BASE_URL and OPENAI_EMBEDDING_MODEL, and restart the server.',
  )
}

/** Models with such a name return sample text. Screens mark it as “Sample text”. */
export const isSampleModel = (model: string): boolean => model.startsWith('sample-')
