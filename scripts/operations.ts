import { writeFileSync } from 'node:fs'
import { printHelp } from './support/help'
import { operationsFile, operationsText } from './support/operations'

printHelp(`npm run operations

Writes ${operationsFile} from the contracts: method and path of each endpoint, by which the browser calls it
without loading the schemas. Run it after adding or moving an endpoint.`)

writeFileSync(operationsFile, operationsText())
