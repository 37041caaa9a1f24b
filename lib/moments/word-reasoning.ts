import type { Database } from '@/lib/db/pool'
import { findProject } from '@/lib/projects/repository'
import { isWordedByModel, rewordOrKeep } from '@/lib/wording/reword'
import { planMoments, type WordedFinding } from './save-moments'

/** Lets the model word the reasoning of the findings that will become moments. Headlines and figures stay. */
export async function wordReasoning(
  db: Database,
  projectId: string,
  findings: readonly WordedFinding[],
): Promise<WordedFinding[]> {
  const project = isWordedByModel() && findings.length > 0 ? await findProject(db, projectId) : undefined
  if (!project) return [...findings]
  const { added, raised } = await planMoments(db, project, findings)
  const chosen = [...added, ...raised.map(({ worded }) => worded)]
  const texts = await rewordOrKeep(
    db,
    projectId,
    'moments',
    chosen.map(({ headline, reasoning }) => ({ title: headline, text: reasoning })),
  )
  const textOf = new Map(chosen.map((worded, index) => [worded, texts[index]]))
  return findings.map((worded) => ({ ...worded, reasoning: textOf.get(worded) ?? worded.reasoning }))
}
