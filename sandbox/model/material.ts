import type { Prompt } from './prompt'

/** What the sample model finds in the data of a prompt. */
export type Material = {
  /** The brief or the text to work on, on one line. */
  topic: string
  /** Whether `topic` is an existing text, to be rewritten. */
  isRewrite: boolean
  maxCharacters: number
  /** How many texts to write. */
  count: number
  needsLink: boolean
  /** One text per channel, if the data lists channels with limits. */
  channels: { channel: string; maxCharacters: number }[]
  contentTypes: string[]
  imageCount: number
  /** Added to every text by a fault. */
  forbiddenWord: string | null
}

const briefKeys = ['brief', 'topic', 'item', 'title', 'headline', 'summary']
const textKeys = ['text', 'caption', 'draft']
const limitKeys = ['max_characters', 'max_chars', 'limit', 'max_length']
const countKeys = ['count', 'num_suggestions', 'number']

export function materialOf({ data, instructions, imageCount }: Prompt, forbiddenWord: string | null): Material {
  const text = firstText(data, textKeys)
  const topic = firstText(data, briefKeys) ?? text ?? pillarTopic(data) ?? anyText(data) ?? 'Something new'
  const maxCharacters = numberIn(data, limitKeys) ?? 400
  return {
    topic: topic.replace(/\s+/g, ' ').trim(),
    isRewrite: text !== undefined && firstText(data, briefKeys) === undefined,
    maxCharacters,
    count: numberIn(data, countKeys) ?? 3,
    needsLink: `${instructions} ${JSON.stringify(data)}`.includes('{{link}}'),
    channels: objectsIn(data.channels).map((one) => ({
      channel: String(one.channel ?? one.id ?? ''),
      maxCharacters: numberIn(one, limitKeys) ?? maxCharacters,
    })),
    contentTypes: [...listIn(data.pillars), ...listIn(data.content_types)].map((one) =>
      typeof one === 'string' ? one : String((one as Record<string, unknown>).content_type ?? ''),
    ),
    imageCount,
    forbiddenWord,
  }
}

/** Without a brief: the name of the first pillar. */
function pillarTopic(data: Record<string, unknown>): string | undefined {
  const name = objectsIn(data.pillars)[0]?.name
  return typeof name === 'string' ? `more of our ${name.toLowerCase()}` : undefined
}

const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const objectsIn = (value: unknown): Record<string, unknown>[] =>
  listIn(value).filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null)

function firstText(data: Record<string, unknown>, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = data[key]
    const text = typeof value === 'object' && value !== null ? anyText(value) : value
    if (typeof text === 'string' && text.trim() !== '') return text
  }
  return undefined
}

/** The first text at any depth. */
function anyText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  if (typeof value !== 'object' || value === null) return undefined
  for (const child of Object.values(value)) {
    const text = anyText(child)
    if (text !== undefined) return text
  }
  return undefined
}

function numberIn(data: Record<string, unknown>, keys: readonly string[]): number | undefined {
  const found = keys.map((key) => data[key]).find((value) => typeof value === 'number' && value > 0)
  return found as number | undefined
}
