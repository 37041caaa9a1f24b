import { writeFileSync } from 'node:fs'
import { printHelp } from './support/help'
import { routesFile, routesText } from './support/routes'

printHelp(`npm run routes

Writes ${routesFile} from the folders of app/api: the endpoints that the server calls without a detour
through Next's router. Run it after adding or moving a route file.`)

writeFileSync(routesFile, routesText())
