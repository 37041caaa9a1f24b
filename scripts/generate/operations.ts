import { writeFileSync } from 'node:fs'
import { operationOf } from '@/lib/api/operation'
import { contracts } from '@/lib/openapi/contracts'

export const operationsFile = 'lib/openapi/operations.generated.ts'

/** Writes method and path of each endpoint, so that the browser calls it without loading its schemas. */
export const writeOperations = (): void => writeFileSync(operationsFile, operationsText())

/** The content of the file, generated from the contracts. */
export function operationsText(): string {
  const operations = contracts.map(
    ({ name, contract }) =>
      `export const ${name}: Operation<ContractNamed<'${name}'>> = ${JSON.stringify(operationOf(contract))}`,
  )
  return `// Written by \`npm run operations\` from the contracts (lib/openapi/contracts.ts). Do not edit.
import type { ContractNamed } from './contracts'
import type { Operation } from '@/lib/api/operation'

${operations.join('\n')}
`
}
