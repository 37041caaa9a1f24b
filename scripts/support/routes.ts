import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = 'app/api'
/** The file that `npm run routes` writes. */
export const routesFile = `${folder}/routes.generated.ts`

function* routeFiles(under: string): Generator<string> {
  for (const entry of readdirSync(under, { withFileTypes: true })) {
    const path = join(under, entry.name)
    if (entry.isDirectory()) yield* routeFiles(path)
    else if (entry.name === 'route.ts') yield path
  }
}

/** `app/api/v1/stories/[id]/route.ts` → `/api/v1/stories/:id` */
const pathOf = (file: string): string =>
  file
    .replace(/^app/, '')
    .replace(/\/route\.ts$/, '')
    .replace(/\[(\w+)\]/g, ':$1')

/** Route files that consist of `endpoints(…)`. The others (next-auth, Inngest, the catch-all) need Next around them. */
export const ownRoutes = (): { file: string; path: string }[] =>
  [...routeFiles(folder)]
    .filter((file) => readFileSync(file, 'utf8').includes('= endpoints('))
    .map((file) => ({ file, path: pathOf(file) }))
    .sort((one, other) => (one.path < other.path ? -1 : 1))

/** Its text, made from the folders of `app/api`. */
export function routesText(): string {
  const routes = ownRoutes()
  const names = new Map(routes.map(({ file }, index) => [file, `route${index}`]))
  const importOf = (file: string) =>
    `import * as ${names.get(file)} from '.${file.slice(folder.length).replace(/\.ts$/, '')}'`
  // The order of the formatter.
  const imports = routes
    .map(({ file }) => file)
    .sort()
    .map(importOf)
  const members = routes.map(({ file, path }) => `  '${path}': ${names.get(file)},`)
  return `// Written by \`npm run routes\` from the folders of app/api. Do not edit.
import type { RouteTable } from '@/lib/front/route-table'
${imports.join('\n')}

export const routes: RouteTable = {
${members.join('\n')}
}
`
}
