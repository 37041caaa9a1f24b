import { sql } from 'kysely'

/** The projects that are paused now, by a partial index that holds no others. */
export const pausedProjects = sql`select project_id from project_pauses where resumed_at is null`
