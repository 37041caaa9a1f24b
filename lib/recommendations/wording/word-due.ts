import type { Database } from '@/lib/db/pool'
import { AppError } from '@/lib/errors'
import { isWordedByModel, reword } from '@/lib/wording/reword'
import { claimTexts, projectsWithDueTexts, storeText } from './repository'

const projectsMax = 50
/** As many as one list has. */
const textsMax = 15

/** Words the due rationales, with one call per project. Failed calls are repeated later, three times in all. */
export async function wordDueRecommendations(db: Database): Promise<{ worded: number }> {
  let worded = 0
  if (!isWordedByModel()) return { worded }
  for (const projectId of await projectsWithDueTexts(db, projectsMax)) {
    const due = await claimTexts(db, projectId, textsMax)
    const items = due.map(({ title, rationale }) => ({ title, text: rationale }))
    const texts = await rewordOrNothing(db, projectId, items)
    for (const [index, text] of texts.entries()) {
      const hash = due[index]?.hash
      if (!hash) continue
      await storeText(db, projectId, hash, text)
      if (text !== null) worded += 1
    }
  }
  return { worded }
}

async function rewordOrNothing(...[db, projectId, items]: [Database, string, Parameters<typeof reword>[3]]) {
  try {
    return await reword(db, projectId, 'recommendations', items)
  } catch (error) {
    // The call is in the log already. The texts stay due.
    if (!(error instanceof AppError)) throw error
    return []
  }
}
