import type { Db } from '#server/db/open.ts'
import { SettingsError } from '#server/settings-error.ts'
import { checkProject } from './check.ts'
import { rebuildProject, rolledUpProjects } from './rebuild.ts'

export const USAGE = `Usage: npm run rollups:check -- [project …]
         compares every kept sum with its rows; exit code 1 if any differs
       npm run rollups:rebuild -- [project …]
         makes the sums again from the rows
  Without names: all projects.`

type Say = (line: string) => void

/**
 * `check` compares what is kept beside the raw rows with them, `rebuild` makes it anew from them;
 * both project by project, on a live database. Names after the verb narrow it to these projects.
 * @returns whether everything is right
 * @throws SettingsError for a verb or a project that isn't known
 */
export async function administerRollups(
  db: Db,
  words: readonly string[],
  say: Say,
): Promise<boolean> {
  const [verb, ...named] = words
  if (verb !== 'check' && verb !== 'rebuild') throw new SettingsError(USAGE)
  const all = await rolledUpProjects(db)
  const unknown = named.find((project) => !all.includes(project))
  if (unknown !== undefined) throw new SettingsError(`There is no project ${unknown}.`)
  const projects = named.length > 0 ? named : all
  const results: boolean[] = []
  for (const project of projects) {
    results.push(await (verb === 'check' ? check(db, project, say) : rebuild(db, project, say)))
  }
  if (projects.length === 0) say('There are no projects.')
  return results.every(Boolean)
}

async function check(db: Db, project: string, say: Say): Promise<boolean> {
  const start = performance.now()
  const differences = await checkProject(db, project)
  if (differences.length === 0) say(`${project}: all figures equal their rows (${since(start)})`)
  for (const { what, rows } of differences) say(`${project}: ${what}: ${rows} rows differ`)
  if (differences.length > 0)
    say(`${project}: put right by "npm run rollups:rebuild -- ${project}"`)
  return differences.length === 0
}

async function rebuild(db: Db, project: string, say: Say): Promise<boolean> {
  const start = performance.now()
  await rebuildProject(db, project)
  say(`${project}: rebuilt (${since(start)})`)
  return true
}

function since(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`
}
