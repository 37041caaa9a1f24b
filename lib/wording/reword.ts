import { z } from 'zod'
import { askModel } from '@/lib/ai/ask'
import type { Purpose } from '@/lib/ai/purposes'
import { isSampleModel, textModel } from '@/lib/ai/settings'
import type { Database } from '@/lib/db/pool'
import { AppError } from '@/lib/errors'
import { log } from '@/lib/logger'
import { hasOnlyFiguresOf } from './figures'

/** An explanation made of the numbers alone. */
export type Explanation = { title: string; text: string }

const textMax = 320

const instructions = `Each item has a title and an explanation. Write the explanation again for a marketing team:
one or two short sentences of plain English, at most ${textMax} characters, without Markdown, links or emoji. Say the same as the given
explanation and nothing more: no causes, no advice, no praise. Copy every figure exactly as the explanation writes it, and use no
other figures, also not in words. Return one text for each item, with the item's number.`

const Answer = z.object({ texts: z.array(z.object({ number: z.int(), text: z.string() })) })

/** Whether explanations are worded by a model. Sample text would explain nothing. */
export function isWordedByModel(): boolean {
  const model = textModel()
  return model !== null && !isSampleModel(model.model)
}

/**
 * Lets the model word explanations, with one call. A text that is too long, or has a figure that its explanation does
 * not have, is dropped.
 *
 * @returns per item the new text, or null where there is none to use
 * @throws ai_unavailable, or rate_limited when the project's budget is used up
 */
export async function reword(
  db: Database,
  projectId: string,
  name: Extract<Purpose, 'moments' | 'recommendations'>,
  items: readonly Explanation[],
): Promise<(string | null)[]> {
  if (items.length === 0) return []
  const data = { items: items.map((item, index) => ({ number: index + 1, ...item })) }
  const { texts } = await askModel(db, projectId, { name, instructions, data, schema: Answer })
  const byNumber = new Map(texts.map(({ number, text }) => [number, text.trim()]))
  return items.map((item, index) => {
    const text = byNumber.get(index + 1)
    if (text !== undefined && isUsable(text, item)) return text
    log.info('wording.refused', { project_id: projectId, purpose: name, is_missing: text === undefined })
    return null
  })
}

const isUsable = (text: string, { title, text: plain }: Explanation): boolean =>
  text.length >= 20 &&
  text.length <= textMax &&
  !/https?:|www\.|[\n\r<>`]/i.test(text) &&
  hasOnlyFiguresOf(text, `${title}\n${plain}`)

/** Like `reword`, but keeps the given text where the model has none to use or does not answer. */
export async function rewordOrKeep(...args: Parameters<typeof reword>): Promise<string[]> {
  const [, , , items] = args
  try {
    const texts = isWordedByModel() ? await reword(...args) : []
    return items.map(({ text }, index) => texts[index] ?? text)
  } catch (error) {
    // The call is in the log already.
    if (!(error instanceof AppError)) throw error
    return items.map(({ text }) => text)
  }
}
