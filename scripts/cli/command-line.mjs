// Plain JavaScript: `npm run up` and `npm run start` use it before tsx is available.
import { parseArgs } from 'node:util'

/**
 * Parses the command line. Prints the help page for `--help` or `-h`. Ends the process with status 2 for an option or
 * argument that the command does not have: a misspelt option must not start a run without it.
 *
 * @template {NonNullable<import('node:util').ParseArgsConfig['options']>} Options
 * @param {string} help the first line names the command, as in `npm run token`
 * @param {{ options?: Options, positionals?: readonly string[] | 'any' }} [accepted] `positionals` lists the allowed
 *   arguments without dashes; the default is none
 * @returns {ReturnType<typeof parseArgs<{ options: Options, allowPositionals: true }>>}
 */
export function readCommandLine(help, { options, positionals = [] } = {}) {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${help}\n`)
    process.exit(0)
  }
  command = /npm (run )?[\w-]+/.exec(help)?.[0] ?? 'this command'
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true })
    const unknown = positionals === 'any' ? undefined : parsed.positionals.find((word) => !positionals.includes(word))
    if (unknown !== undefined) refuse(`Unknown argument "${unknown}".`)
    return /** @type {any} */ (parsed)
  } catch (error) {
    // Node adds a hint about arguments that start with a dash; the first sentence names the option.
    refuse(`${/** @type {Error} */ (error).message.split(/\. /)[0]?.replace(/\.$/, '')}.`)
  }
}

let command = 'this command'

/**
 * Ends the process with status 2 and points to the help page.
 *
 * @param {string} message
 * @returns {never}
 */
export function refuse(message) {
  process.stderr.write(`${message} See ${command} -- --help.\n`)
  process.exit(2)
}
