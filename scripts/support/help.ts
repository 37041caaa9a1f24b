/** Prints the page and ends the process when `--help` or `-h` was asked for. */
export function printHelp(page: string): void {
  if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return
  process.stdout.write(`${page}\n`)
  process.exit(0)
}
