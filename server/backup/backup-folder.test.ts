import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  backupName,
  deleteOldBackups,
  deletePartialBackups,
  lastBackupAt,
  partialName,
} from './backup-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'saleroom-backups-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const onDay = (day: number, month = 1) => new Date(Date.UTC(2026, month, day, 4, 5, 6))
const add = (...names: string[]) => {
  for (const name of names) writeFileSync(path.join(folder, name), '')
}
const names = () => readdirSync(folder).toSorted()

test('a backup is named after the time at which it was made', () => {
  expect(backupName(new Date('2026-02-03T04:05:06.789Z'))).toBe('saleroom-20260203T040506Z.tar.gz')
})

test('the oldest backups are deleted, and no other file', async () => {
  const others = ['saleroom.tar.gz', 'notes-20200101T000000Z.tar.gz', 'saleroom-2020.tar.gz']
  const partial = partialName(backupName(onDay(1)))
  add(...others, partial, ...[4, 2, 3, 1].map((day) => backupName(onDay(day))))
  await deleteOldBackups(folder, 2, backupName(onDay(4)))
  expect(names()).toEqual(
    [...others, partial, backupName(onDay(3)), backupName(onDay(4))].toSorted(),
  )
})

test('the backup that was just made stays, also when the clock was ahead before', async () => {
  const wrong = [1, 2].map((day) => backupName(onDay(day, 7)))
  add(...wrong, backupName(onDay(5)))
  await deleteOldBackups(folder, 1, backupName(onDay(5)))
  expect(names()).toEqual([backupName(onDay(5))])
})

test('a clock that is years ahead deletes one backup for each that it makes', async () => {
  const earlier = [1, 2, 3].map((day) => backupName(onDay(day)))
  const wrong = 'saleroom-20990101T000000Z.tar.gz'
  add(...earlier, wrong)
  await deleteOldBackups(folder, 3, wrong)
  expect(names()).toEqual([...earlier.slice(1), wrong])
})

test('the last backup is the newest that is not in the future', async () => {
  expect(await lastBackupAt(path.join(folder, 'missing'), onDay(9))).toBeNull()
  add(backupName(onDay(2)), backupName(onDay(5)), backupName(onDay(1)))
  expect(await lastBackupAt(folder, onDay(9))).toEqual(onDay(5))
  expect(await lastBackupAt(folder, onDay(4))).toEqual(onDay(2))
})

test('what an interrupted backup has left is deleted', async () => {
  const complete = backupName(onDay(1))
  add(complete, partialName(backupName(onDay(2))), 'movie.partial')
  await deletePartialBackups(folder)
  expect(names()).toEqual(['movie.partial', complete])
})
