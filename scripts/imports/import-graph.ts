import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** One import between two source files; both paths are relative to the project's root. */
export type Import = { from: string; to: string; line: number; isType: boolean }

const importPattern =
  /^(?:import|export)\s+(type\s)?[^'"\n]*?(?:\n[^'"]*?)?from\s+'([^']+)'|\bimport\(\s*'([^']+)'|^import\s+'([^']+)'/gm
const extensions = ['', '.ts', '.tsx', '/index.ts', '.mjs', '.js']

/** Source files in these folders, without tests. */
export function sourceFiles(root: string, folders: readonly string[]): string[] {
  const found: string[] = []
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) visit(path)
      else if (/\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name)) found.push(path)
    }
  }
  for (const folder of folders) if (existsSync(join(root, folder))) visit(folder)
  return found.sort()
}

/** Every import of project files, with relative paths and the `@/` alias resolved. Packages are left out. */
export function importsOf(root: string, files: readonly string[]): Import[] {
  return files.flatMap((from) => {
    const text = readFileSync(join(root, from), 'utf8')
    return [...text.matchAll(importPattern)].flatMap((match) => {
      const target = match[2] ?? match[3] ?? match[4] ?? ''
      const to = resolveImport(root, from, target)
      if (to === null) return []
      return [{ from, to, line: text.slice(0, match.index).split('\n').length, isType: match[1] !== undefined }]
    })
  })
}

function resolveImport(root: string, from: string, target: string): string | null {
  if (!target.startsWith('@/') && !target.startsWith('.')) return null
  const base = target.startsWith('@/') ? target.slice(2) : normalize(join(dirname(from), target))
  const extension = extensions.find(
    (extension) => /\.\w+$/.test(base + extension) && existsSync(join(root, base + extension)),
  )
  return extension === undefined ? null : base + extension
}

/**
 * Import cycles at every level: in each folder, its files and sub-folders count as one node each. A cycle of files in
 * one folder is found as well as a cycle of folders whose files form none.
 *
 * @returns for each cycle its members and, as evidence, one import for each pair of members
 */
export function importCycles(imports: readonly Import[]): { members: string[]; evidence: Import[] }[] {
  const byFolder = new Map<string, Map<string, Map<string, Import>>>()
  for (const found of imports) {
    const level = commonFolder(found.from, found.to)
    const [from, to] = [childOf(level, found.from), childOf(level, found.to)]
    if (from === to) continue
    const nodes = byFolder.get(level) ?? new Map<string, Map<string, Import>>()
    byFolder.set(level, nodes)
    const targets = nodes.get(from) ?? new Map<string, Import>()
    nodes.set(from, targets)
    if (!targets.has(to)) targets.set(to, found)
  }
  return [...byFolder.values()].flatMap((nodes) =>
    stronglyConnected(nodes).map((members) => ({
      members,
      evidence: members.flatMap((from) =>
        [...(nodes.get(from) ?? [])].flatMap(([to, found]) => (members.includes(to) ? [found] : [])),
      ),
    })),
  )
}

function commonFolder(one: string, other: string): string {
  const [parts, others] = [one.split('/'), other.split('/')]
  let depth = 0
  while (depth < parts.length - 1 && depth < others.length - 1 && parts[depth] === others[depth]) depth += 1
  return parts.slice(0, depth).join('/')
}

const childOf = (folder: string, path: string): string =>
  path
    .split('/')
    .slice(0, folder === '' ? 1 : folder.split('/').length + 1)
    .join('/')

/** Tarjan's algorithm: groups of two or more nodes that all reach one another. */
function stronglyConnected(graph: Map<string, Map<string, unknown>>): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const groups: string[][] = []
  const visit = (node: string): void => {
    index.set(node, index.size)
    low.set(node, index.size - 1)
    stack.push(node)
    for (const next of graph.get(node)?.keys() ?? []) {
      if (!index.has(next)) visit(next)
      if (stack.includes(next)) low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0))
    }
    if (low.get(node) !== index.get(node)) return
    const group = stack.splice(stack.indexOf(node))
    if (group.length > 1) groups.push(group.sort())
  }
  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return groups
}
