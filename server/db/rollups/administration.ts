import type { Db } from '#server/db/engine/open.ts'
import { SettingsError } from '#server/settings-error.ts'
import { checkProject } from './check.ts'
import { rebuildProject, rolledUpProjects } from './rebuild.ts'

export const USAGE = `Usage: npm run rollups:check -- [project …]
         compares every sum with its rows; exit code 1 if any differs
       npm run rollups:rebuild -- [project …]
         rebuilds the sums from the rows
  Without names: all projects.`

type Output = (line: string) => void

/**
 * `check` compares the derived rows with the raw rows, `rebuild` replaces them. Both work project by
 * project on a live database, for all projects or the given ones.
 * @returns whether no rows differ
 * @throws SettingsError for an unknown verb or project
 */
export async function administerRollups(
  db: Db,
  args: readonly string[],
  output: Output,
): Promise<boolean> {
  const [verb, ...named] = args
  if (verb !== 'check' && verb !== 'rebuild') throw new SettingsError(USAGE)
  const all = await rolledUpProjects(db)
  const unknown = named.find((project) => !all.includes(project))
  if (unknown !== undefined) throw new SettingsError(`There is no project ${unknown}.`)
  const projects = named.length > 0 ? named : all
  const results: boolean[] = []
  for (const project of projects) {
    results.push(
      await (verb === 'check' ? check(db, project, output) : rebuild(db, project, output)),
    )
  }
  if (projects.length === 0) output('There are no projects.')
  return results.every(Boolean)
}

async function check(db: Db, project: string, output: Output): Promise<boolean> {
  const start = performance.now()
  const differences = await checkProject(db, project)
  if (differences.length === 0) output(`${project}: all figures equal their rows (${since(start)})`)
  for (const { what, rows } of differences) output(`${project}: ${what}: ${rows} rows differ`)
  if (differences.length > 0)
    output(`${project}: correct them with "npm run rollups:rebuild -- ${project}"`)
  return differences.length === 0
}

async function rebuild(db: Db, project: string, output: Output): Promise<boolean> {
  const start = performance.now()
  await rebuildProject(db, project)
  output(`${project}: rebuilt (${since(start)})`)
  return true
}

function since(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`
}
