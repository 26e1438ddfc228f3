import path from 'node:path'
import { importsOf } from './imports.ts'
import { isCode, isTest } from './tree.ts'
import type { Tree, Violation } from './tree.ts'

/** Names that each name points to. */
type Graph = Map<string, Set<string>>

/**
 * Circles of imports between product files, and between the folders of server/, where each file of
 * the root counts as a folder. Type-only imports count, and so does `import()`.
 */
export function importCircles(tree: Tree): Violation[] {
  const files: Graph = new Map()
  const folders: Graph = new Map()
  for (const [file, text] of tree) {
    if (!isCode(file) || isTest(file) || !/^(?:src|server|sw)\//.test(file)) continue
    for (const { from } of importsOf(text)) {
      const target = targetOf(file, from)
      if (target === undefined || !tree.has(target)) continue
      addEdge(files, file, target)
      const [folder, targetFolder] = [folderOf(file), folderOf(target)]
      if (folder !== undefined && targetFolder !== undefined && folder !== targetFolder)
        addEdge(folders, folder, targetFolder)
    }
  }
  return [...circlesOf(files), ...circlesOf(folders)].map((circle) =>
    [...circle, circle[0]].join(' → '),
  )
}

/** `server/db/figures` for a file of that folder, `server/app.ts` for a file of the root. */
function folderOf(file: string): string | undefined {
  if (!file.startsWith('server/')) return undefined
  const folder = path.posix.dirname(file)
  return folder === 'server' ? file : folder
}

export function targetOf(file: string, from: string): string | undefined {
  const [specifier = ''] = from.split('?', 1)
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('./') ? path.posix.join(path.dirname(file), specifier) : undefined
}

function addEdge(graph: Graph, from: string, to: string): void {
  graph.set(from, (graph.get(from) ?? new Set()).add(to))
}

/** Circles that have no name in common. */
function circlesOf(graph: Graph): string[][] {
  const found: string[][] = []
  const rest = new Map(graph)
  for (;;) {
    dropEnds(rest)
    const [start] = rest.keys()
    if (start === undefined) return found
    const circle = walk(rest, start)
    for (const name of circle) rest.delete(name)
    found.push(circle)
  }
}

/** Removes the names that lead to no circle. */
function dropEnds(graph: Graph): void {
  const isEnd = ([, targets]: [string, Set<string>]) =>
    ![...targets].some((name) => graph.has(name))
  for (let ends = [...graph].filter(isEnd); ends.length > 0; ends = [...graph].filter(isEnd))
    for (const [name] of ends) graph.delete(name)
}

/** Follows the edges until a name comes again: every name has an edge to another one left. */
function walk(graph: Graph, start: string): string[] {
  const circle: string[] = []
  let name = start
  while (!circle.includes(name)) {
    circle.push(name)
    name = [...(graph.get(name) ?? [])].find((target) => graph.has(target)) ?? name
  }
  return circle.slice(circle.indexOf(name))
}
