import { join } from 'node:path'
import { buildSync } from 'esbuild'

const bundles = new Map<string, string>()

/**
 * Arguments that run a TypeScript file as one bundle. A process that is killed every second should not spend the next
 * one compiling: from sources its start takes the processor 2.4 s, from a bundle 1 s.
 *
 * Not for files that look for others beside them: the bundle lies elsewhere.
 */
export function bundled(file: string, ...args: string[]): string[] {
  const made = bundles.get(file) ?? bundle(file)
  bundles.set(file, made)
  return ['--enable-source-maps', made, ...args]
}

function bundle(file: string): string {
  const outfile = join(process.cwd(), '.test', 'bundles', String(process.pid), file.replace(/\.ts$/, '.mjs'))
  buildSync({
    entryPoints: [file],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    sourcemap: 'inline',
    tsconfig: 'tsconfig.json',
    logLevel: 'silent',
  })
  return outfile
}
