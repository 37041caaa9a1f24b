import { sql } from 'kysely'

/** SQL: ids of the projects that are paused now. A partial index holds only these. */
export const pausedProjects = sql`select project_id from project_pauses where resumed_at is null`
