import type { Transaction } from 'kysely'
import type { Principal } from '@/lib/auth/principal'
import type { DB } from '@/lib/db/types.generated'
import { newId } from '@/lib/ids'

/** Changes of a project, with the facts that their sentence needs. */
export type ProjectChange =
  /** Masked, because viewers cannot see invitations. */
  | { kind: 'member_invited'; detail: { masked_email: string; role: string } }
  | { kind: 'member_joined'; detail: { role: string } }
  | { kind: 'member_changed'; detail: { name: string; role: string } }
  | { kind: 'member_removed' | 'member_left'; detail: { name: string } }
  | { kind: 'account_connected' | 'account_disconnected'; detail: { channel: string; name: string | null } }
  | { kind: 'settings_changed'; detail: { changed: readonly string[] } }
  | { kind: 'paused' | 'resumed'; detail: Record<string, never> }

export type ProjectChangeKind = ProjectChange['kind']

/** Adds a change to the activity of a project, in its transaction. A null actor is the system. */
export async function recordChange(
  tx: Transaction<DB>,
  projectId: string,
  by: Principal | { userId: string } | null,
  { kind, detail }: ProjectChange,
): Promise<void> {
  await tx
    .insertInto('project_activity')
    .values({ id: newId(), project_id: projectId, kind, actor: actorOf(by), detail: JSON.stringify(detail) })
    .execute()
}

function actorOf(by: Principal | { userId: string } | null): string | null {
  if (by === null) return null
  return 'kind' in by && by.kind === 'token' ? `token:${by.tokenId}` : `user:${by.userId}`
}
