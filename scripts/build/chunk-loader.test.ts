import { expect, it } from 'vitest'
import { until } from '#tests/support/server/until.ts'
import { ChunkLoader } from './chunk-loader.ts'
import type { Declare } from './chunk-loader.ts'

type Source = { imports?: string[]; declare: Declare }
const constant = (value: number): Source => ({
  declare: (publish) => ({ setters: [], execute: () => void publish('value', value) }),
})

/** A loader of these chunks and the files that it has requested, in order. */
function loaderOf(sources: Record<string, Source>, closures: Record<string, string[]> = {}) {
  const requested: string[] = []
  const broken = new Set<string>()
  const loader: ChunkLoader = new ChunkLoader(
    async (file) => {
      requested.push(file)
      await Promise.resolve()
      if (broken.has(file)) throw new TypeError(`${file} did not load`)
      const source = sources[file]
      if (source) loader.register(file, source.imports ?? [], source.declare)
    },
    new Map(Object.entries(closures)),
  )
  return { loader, requested, broken }
}

it('executes each chunk once, after its imports', async () => {
  const order: string[] = []
  const chunk = (name: string, imports: string[]): Source => ({
    imports,
    declare: () => ({ setters: imports.map(() => () => {}), execute: () => void order.push(name) }),
  })
  const { loader, requested } = loaderOf({
    a: chunk('a', ['b', 'c']),
    b: chunk('b', ['c']),
    c: chunk('c', []),
  })
  await Promise.all([loader.import('a'), loader.import('b')])
  await loader.import('a')
  expect(order).toEqual(['c', 'b', 'a'])
  expect(requested.toSorted()).toEqual(['a', 'b', 'c'])
})

it('an import is a live binding', async () => {
  let seen: unknown
  let change: (() => void) | undefined
  const { loader } = loaderOf({
    count: {
      declare: (publish) => ({
        setters: [],
        execute() {
          publish('value', 1)
          change = () => publish({ value: 2 })
        },
      }),
    },
    reader: {
      imports: ['count'],
      declare: () => ({ setters: [({ value }) => (seen = value)], execute() {} }),
    },
  })
  await loader.import('reader')
  expect(seen).toBe(1)
  change?.()
  expect(seen).toBe(2)
})

it('two chunks may import each other; a function is there before either is executed', async () => {
  let result: unknown
  let answer: (() => number) | undefined
  const { loader } = loaderOf({
    first: {
      imports: ['second'],
      declare: (publish) => {
        publish('answer', () => 42)
        return { setters: [() => {}], execute() {} }
      },
    },
    second: {
      imports: ['first'],
      declare: () => ({
        setters: [(exports) => (answer = exports['answer'] as typeof answer)],
        execute: () => void (result = answer?.()),
      }),
    },
  })
  await loader.import('first')
  expect(result).toBe(42)
})

it('a chunk that did not load is requested again by the next import', async () => {
  const { loader, requested, broken } = loaderOf({
    page: { imports: ['part'], declare: () => ({ setters: [() => {}], execute() {} }) },
    part: constant(1),
  })
  broken.add('part')
  await expect(loader.import('page')).rejects.toThrow('part did not load')
  broken.delete('part')
  await loader.import('page')
  expect(requested).toEqual(['page', 'part', 'part'])
})

it('a script that registers nothing is an error', async () => {
  await expect(loaderOf({}).loader.import('gone')).rejects.toThrow('gone is not a chunk')
})

it('an error of an execution reaches every importer', async () => {
  const { loader } = loaderOf({
    bad: {
      declare: () => ({
        setters: [],
        execute() {
          throw new RangeError('no')
        },
      }),
    },
    page: { imports: ['bad'], declare: () => ({ setters: [() => {}], execute() {} }) },
  })
  await expect(loader.import('bad')).rejects.toThrow(RangeError)
  await expect(loader.import('page')).rejects.toThrow(RangeError)
})

it('all files of a page are requested at once, and a preload executes nothing', async () => {
  const { loader, requested } = loaderOf(
    { page: constant(1), part: constant(2) },
    { page: ['part'] },
  )
  loader.preload('page')
  await until(() => expect(requested).toEqual(['page', 'part']))
  expect(await loader.import('page')).toMatchObject({ value: 1 })
  expect(requested).toEqual(['page', 'part'])
})

it('a chunk that another script has brought is not requested', async () => {
  const { loader, requested } = loaderOf({})
  loader.register('part', [], constant(3).declare)
  expect(await loader.import('part')).toMatchObject({ value: 3 })
  expect(requested).toEqual([])
})
