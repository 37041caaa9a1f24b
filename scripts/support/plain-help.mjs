// As help.ts, for commands that run before anything is installed and take no options but `--help`.
import { parseArgs } from 'node:util'

export function printHelp(page) {
  const given = process.argv.slice(2)
  if (given.some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(`${page}\n`)
    process.exit(0)
  }
  try {
    parseArgs()
  } catch (error) {
    const [command] = page.split('\n')
    process.stderr.write(`${error.message.split(/\. /)[0].replace(/\.$/, '')}. See ${command} -- --help.\n`)
    process.exit(2)
  }
}
