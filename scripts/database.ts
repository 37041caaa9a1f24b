import { serveDatabase } from './support/database'
import { stopWithParent } from './support/stop-with-parent'

/** The embedded database as a process of its own: `database.ts <folder> <port>`. Started by up.ts. */
const [dataDir = '.data', port = '0'] = process.argv.slice(2)
const database = await serveDatabase(dataDir, Number(port))
process.send?.({ event: 'ready', url: database.url })
stopWithParent(() => database.stop())
