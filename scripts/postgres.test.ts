import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeTestedVersions, findPostgresVersions } from './postgres.mjs'

describe.runIf(process.platform !== 'win32')('the search for PostgreSQL', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'saleroom-versions-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  /** A folder with programs that only print their version. */
  function install(
    name: string,
    version: string,
    programs = ['initdb', 'pg_ctl', 'pg_basebackup'],
  ) {
    const bin = path.join(folder, name)
    mkdirSync(bin, { recursive: true })
    for (const program of programs)
      writeFileSync(
        path.join(bin, program),
        `#!/bin/sh\necho "${program} (PostgreSQL) ${version} (Some 1.2)"\n`,
        { mode: 0o755 },
      )
    return bin
  }

  const find = (environment: Record<string, string>) =>
    findPostgresVersions(environment, path.join(folder, 'debian'))

  test('lists the named folders first, then Debian’s from the newest, one of each version from 15', () => {
    const named = install('named', '16.14')
    const newest = install('debian/17/bin', '17.10')
    install('debian/16/bin', '16.1')
    install('debian/13/bin', '13.4')
    const onPath = install('path', '18beta1')
    const list = [named, install('other', '15.18')].join(path.delimiter)
    expect(find({ SALEROOM_PG_BIN: list, PATH: onPath })).toEqual([
      { version: '16.14', folder: named },
      { version: '15.18', folder: path.join(folder, 'other') },
      { version: '17.10', folder: newest },
      { version: '18', folder: onPath },
    ])
  })

  test('finds nothing where there is nothing', () => {
    expect(find({})).toEqual([])
  })

  test('refuses a named folder that lacks a program or is too old', () => {
    const partial = install('partial', '17.10', ['initdb'])
    expect(() => find({ SALEROOM_PG_BIN: partial })).toThrow(
      `SALEROOM_PG_BIN: ${partial} has no pg_ctl and no pg_basebackup.`,
    )
    const old = install('old', '14.9')
    expect(() => find({ SALEROOM_PG_BIN: old })).toThrow('has PostgreSQL 14.9; 15 or newer')
  })
})

test('a run names the versions that it tried and those that it did not', () => {
  expect(describeTestedVersions(['15.18'], '18.6')).toBe(
    'PostgreSQL: tested with 15.18, 18.6 (the embedded engine); not with 16, 17 (SALEROOM_PG_BIN names the folders of more versions)',
  )
  expect(describeTestedVersions(['17.1', '16.2', '15.3'], '18.6')).toBe(
    'PostgreSQL: tested with 17.1, 16.2, 15.3, 18.6 (the embedded engine)',
  )
})
