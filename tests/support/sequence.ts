import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, in this order: begun last, one of them would run alone at the end. */
const longest = [
  'faults/publishing',
  'faults/up',
  'faults/idempotency',
  'faults/outage',
  'e2e/every-screen',
  'e2e/trouble',
]

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = longest.findIndex((name) => moduleId.includes(`/tests/${name}.`))
  return rank === -1 ? longest.length : rank
}

/** Begins the longest first. Nothing is kept from run to run, as runs side by side would write over one another. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => rankOf(one) - rankOf(other))
  }
}
