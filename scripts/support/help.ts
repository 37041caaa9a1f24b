import { parseArgs } from 'node:util'

/**
 * Prints the page and ends the process when `--help` or `-h` was asked for. An option that a command does not have ends
 * it as well: who misspells one must not get a run without it.
 *
 * @param words what may stand without dashes: one of these, or `any`; nothing when left out
 * @param options those that the command reads itself
 */
export function printHelp(
  page: string,
  {
    words = [],
    options = {},
  }: { words?: readonly string[] | 'any'; options?: Record<string, { type: 'string' | 'boolean' }> } = {},
): void {
  const given = process.argv.slice(2)
  if (given.some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(`${page}\n`)
    process.exit(0)
  }
  const fault = faultOf(given, words, options)
  if (fault === null) return
  const command = /npm (run )?[\w-]+/.exec(page)?.[0] ?? 'this command'
  process.stderr.write(`${fault} See ${command} -- --help.\n`)
  process.exit(2)
}

function faultOf(
  args: string[],
  words: readonly string[] | 'any',
  options: Record<string, { type: 'string' | 'boolean' }>,
): string | null {
  try {
    const { positionals } = parseArgs({ args, options, allowPositionals: true })
    const strange = words === 'any' ? undefined : positionals.find((word) => !words.includes(word))
    return strange === undefined ? null : `There is nothing called ${JSON.stringify(strange)} here.`
  } catch (error) {
    // Node's sentence goes on with a hint about words that begin with a dash; the first part names the option.
    return `${(error as Error).message.split(/\. /)[0]?.replace(/\.$/, '')}.`
  }
}
