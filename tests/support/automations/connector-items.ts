import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'

type Item = { fields?: Record<string, string>; createdAt?: Date; isFirstPoll?: boolean }

/** Items as a check of the connector stores them. */
export async function addItems(projectId: string, connectorId: string, items: readonly Item[]): Promise<string[]> {
  const rows = items.map(({ fields, createdAt = new Date(), isFirstPoll = false }) => {
    const id = newId()
    const link = `https://blog.example/${id}`
    return {
      ...{ id, connector_id: connectorId, project_id: projectId, item_key: link },
      fields: JSON.stringify({ title: 'Rye bread', link, ...fields }),
      is_first_poll: isFirstPoll,
      created_at: createdAt,
    }
  })
  await database().insertInto('connector_items').values(rows).execute()
  return rows.map(({ id }) => id)
}
