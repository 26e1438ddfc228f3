import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeDataFolder } from './new-data-folder.ts'

let root: string
let folder: string
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'saleroom-new-folder-'))
  folder = path.join(root, 'data')
})
afterEach(() => rmSync(root, { recursive: true }))

const fill = async (unfinished: { folder: string }) => {
  mkdirSync(path.join(unfinished.folder, 'db'))
  writeFileSync(path.join(unfinished.folder, 'secret'), '')
}

test('the empty folder of a disk is filled in place, without what an interrupted attempt has left', async () => {
  for (const name of ['lost+found', '.unfinished/db/base'])
    mkdirSync(path.join(folder, name), { recursive: true })
  const { ino } = statSync(folder)
  await makeDataFolder(folder, fill)
  expect(readdirSync(folder).toSorted()).toEqual(['db', 'lost+found', 'secret'])
  expect(readdirSync(path.join(folder, 'db'))).toEqual([])
  expect(statSync(folder).ino).toBe(ino)
  await expect(makeDataFolder(folder, fill)).rejects.toThrow('is not empty')
})

test('a failure leaves a folder as it was', async () => {
  const fail = async (unfinished: { folder: string }) => {
    await fill(unfinished)
    throw new Error('the backup is damaged')
  }
  await expect(makeDataFolder(folder, fail)).rejects.toThrow('the backup is damaged')
  expect(readdirSync(root)).toEqual([])
  mkdirSync(folder)
  await expect(makeDataFolder(folder, fail)).rejects.toThrow('the backup is damaged')
  expect(readdirSync(folder)).toEqual([])
})

test('two attempts at the same time do not disturb each other', async () => {
  await makeDataFolder(folder, async (unfinished) => {
    await expect(makeDataFolder(folder, fill)).rejects.toThrow('is in use by another')
    await fill(unfinished)
  })
  expect(readdirSync(folder).toSorted()).toEqual(['db', 'secret'])
})

test('a server that was started on the folder meanwhile keeps its files', async () => {
  const making = makeDataFolder(folder, async (unfinished) => {
    await fill(unfinished)
    writeFileSync(path.join(folder, 'secret'), 'its own')
  })
  await expect(making).rejects.toThrow('is not empty')
  expect(readdirSync(folder)).toEqual(['secret'])
})

test('a place that can not be a folder fails with one line', async () => {
  const file = path.join(root, 'file')
  writeFileSync(file, '')
  await expect(makeDataFolder(file, fill)).rejects.toThrow(/^\S+file can't be used: EEXIST/)
  await expect(makeDataFolder(path.join(file, 'data'), fill)).rejects.toThrow(
    /can't be used: ENOTDIR/,
  )
})

test('a database that stops by itself ends the process, and leaves nothing', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`)
  })
  const making = makeDataFolder(folder, async (unfinished) => {
    await fill(unfinished)
    unfinished.onLost(new Error('The embedded database has stopped'))
  })
  await expect(making).rejects.toThrow('exit 1')
  expect(readdirSync(root)).toEqual([])
  expect(logged.mock.calls).toEqual([
    [expect.stringMatching(/^Database: The embedded database has stopped\. Nothing was kept in /)],
  ])
  logged.mockRestore()
  exit.mockRestore()
})
