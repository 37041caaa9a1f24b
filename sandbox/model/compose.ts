import { captionFor, hashtagsFor, shortened } from './captions'
import { type JsonSchema, resolve } from './json-schema'
import { type Material, materialOf } from './material'
import type { Prompt } from './prompt'

/** The answer of the sample model: JSON that matches the schema, or plain text. */
export function compose(prompt: Prompt, forbiddenWord: string | null): string {
  const material = materialOf(prompt, forbiddenWord)
  if (!prompt.schema) return captionFor(material, 0)
  const json = JSON.stringify(make(prompt.schema, { material, root: prompt.schema, name: '', index: 0 }))
  return prompt.model === 'sample-plain' ? `Here you are:\n\`\`\`json\n${json}\n\`\`\`` : json
}

type Place = {
  material: Material
  root: JsonSchema
  /** The property that holds the value. */
  name: string
  /** Of the nearest list item. */
  index: number
}

function make(given: JsonSchema, place: Place): unknown {
  const node = resolve(given, place.root)
  if (node.const !== undefined) return node.const
  if (node.enum) return choose(node.enum, place)
  const option = node.anyOf?.find(({ type }) => type !== 'null')
  if (option) return make(option, place)
  const type = Array.isArray(node.type) ? node.type.find((one) => one !== 'null') : node.type
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(node.properties ?? {}).map(([name, child]) => [name, make(child, { ...place, name })]),
    )
  if (type === 'array') return listOf(node, place)
  if (type === 'string') return textOf(node, place)
  if (type === 'number' || type === 'integer') return numberOf(node, type, place)
  return type === 'boolean'
}

/** The channel or content type that the data has at this place, otherwise one after the other. */
function choose(options: unknown[], { material, index }: Place): unknown {
  const wanted = [material.channels[index]?.channel, material.contentTypes[index % (material.contentTypes.length || 1)]]
  return wanted.find((value) => options.includes(value)) ?? options[index % options.length]
}

function listOf(node: JsonSchema, place: Place): unknown[] {
  const { material, name } = place
  const items = node.items ?? {}
  const isTags = /hashtags|tags/.test(name)
  const wanted = isTags ? hashtagsFor(material).length : material.channels.length || material.count
  const length = Math.min(Math.max(wanted, node.minItems ?? 0), node.maxItems ?? wanted)
  if (isTags && resolve(items, place.root).type === 'string') {
    const tags = hashtagsFor(material)
    return Array.from({ length }, (_, at) => tags[at] ?? `#sample${at + 1}`)
  }
  return Array.from({ length }, (_, index) => make(items, { ...place, index }))
}

function textOf(node: JsonSchema, { material, name, index }: Place): string {
  const limit = Math.min(
    material.channels[index]?.maxCharacters ?? material.maxCharacters,
    node.maxLength ?? Number.POSITIVE_INFINITY,
  )
  if (/hashtags/.test(name)) return hashtagsFor(material).join(' ')
  if (name === 'channel') return material.channels[index]?.channel ?? 'instagram'
  if (name === 'content_type') return material.contentTypes[index % (material.contentTypes.length || 1)] ?? 'news'
  if (name === 'language') return 'en'
  if (/alt/.test(name)) return shortened(`A photo: ${material.topic.replaceAll('{{link}}', '').trim()}`, limit)
  if (/reason|rationale|why/.test(name)) return 'It follows the brief'
  return captionFor(material, index, limit)
}

function numberOf({ minimum, maximum }: JsonSchema, type: 'number' | 'integer', { index }: Place): number {
  if (type === 'integer') return Math.min(Math.max(index + 1, minimum ?? 0), maximum ?? Number.POSITIVE_INFINITY)
  const value = Math.max(0.5, 0.9 - index * 0.05)
  return Math.min(Math.max(value, minimum ?? 0), maximum ?? 1)
}
