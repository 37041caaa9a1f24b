import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { alertDays } from './limits'

type Alert = { connector_id: string; project_id: string; kind: 'failing' | 'gone'; message: string }

export async function insertAlert(tx: Database, alert: Alert): Promise<void> {
  await tx
    .insertInto('connector_alerts')
    .values({ id: newId(), ...alert })
    .execute()
}

export async function deleteOldAlerts(db: Database): Promise<void> {
  await sql`delete from connector_alerts where created_at < now() - make_interval(days => ${alertDays})`.execute(db)
}
