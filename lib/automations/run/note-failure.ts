import { type Database, transaction } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { lockProject } from '@/lib/projects/repository'
import { failuresMax } from '../limits'
import { type AutomationRow, findAutomation, writeState } from '../repository'
import { findHandled, insertRuns } from '../runs-repository'
import { nextRunOf } from '../trigger'
import type { Triggered } from './find-pending'
import { subjectKindOf } from './sources'

const message = 'An internal error occurred. Run it again from the log.'

/** Ends a run that failed unexpectedly, so that it is not repeated forever. */
export async function noteFailure(
  db: Database,
  { project_id, id }: AutomationRow,
  trigger: Triggered,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockProject(tx, project_id)
    const automation = await findAutomation(tx, project_id, id, { isLocked: true })
    if (!automation) return
    const subject = `${subjectKindOf[automation.trigger.kind]}:${trigger.id}`
    if ((await findHandled(tx, id, [subject])).size > 0) return
    const failure_count = automation.failure_count + 1
    const isOff = failure_count >= failuresMax
    await insertRuns(tx, [
      {
        id: newId(),
        automation_id: id,
        project_id,
        subject,
        label: trigger.id,
        occurred_at: trigger.at,
        outcome: 'failed',
        code: 'internal_error',
        message,
        turned_off: isOff && automation.active,
      },
    ])
    await writeState(tx, id, {
      failure_count,
      last_run_at: now,
      last_error: message,
      next_run_at: nextRunOf(automation.trigger, now),
      ...(isOff ? { active: false } : {}),
    })
  })
}
