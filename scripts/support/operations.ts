import { contracts } from '@/lib/api/contracts'
import { operationOf } from '@/lib/api/operation'

/** The file that `npm run operations` writes. */
export const operationsFile = 'lib/api/operations.generated.ts'

/** Its text, made from the contracts. */
export function operationsText(): string {
  const operations = contracts.map(
    ({ name, contract }) =>
      `export const ${name}: Operation<ContractNamed<'${name}'>> = ${JSON.stringify(operationOf(contract))}`,
  )
  return `// Written by \`npm run operations\` from the contracts (lib/api/contracts.ts). Do not edit.
import type { ContractNamed } from './contracts'
import type { Operation } from './operation'

${operations.join('\n')}
`
}
