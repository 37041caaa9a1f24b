// Makes a database in a folder: `create-database.mjs <folder>`. A process of its own, as PGlite takes 500 MB more for
// this than for opening one, and gives them back only when it ends.
import { PGlite } from '@electric-sql/pglite'

process.on('disconnect', () => process.exit(1))
const db = await PGlite.create(process.argv[2])
await db.close()
process.exit(0)
