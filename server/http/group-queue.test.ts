import { afterEach, expect, it, vi } from 'vitest'
import { GroupQueue } from './group-queue.ts'

interface Group {
  items: readonly string[]
  end(): void
  fail(error: Error): void
}

/** A queue whose groups end when the test ends them. An item is as large as its text is long. */
function openQueue({ maxGroup = 100, maxHeld = 100 } = {}) {
  const groups: Group[] = []
  const arrivals: ((group: Group) => void)[] = []
  const queue = new GroupQueue<string, string>({
    run: (items) =>
      new Promise((resolve, reject) => {
        const group = { items, end: () => resolve(items.map((item) => `${item}!`)), fail: reject }
        const waiting = arrivals.shift()
        if (waiting) waiting(group)
        else groups.push(group)
      }),
    sizeOf: (item) => item.length,
    maxGroup,
    maxHeld,
  })
  const next = async () => groups.shift() ?? new Promise<Group>((resolve) => arrivals.push(resolve))
  return { queue, next }
}

/** The group under way takes so long that the wait for the next one is longer than a test. */
const makeLong = () => vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_000_000)

afterEach(() => {
  vi.restoreAllMocks()
})

it('takes what arrives during a group into the next one, in its order', async () => {
  const { queue, next } = openQueue()
  const answers = ['a', 'b', 'c'].map((item) => queue.add('AURA', item))
  const first = await next()
  expect(first.items).toEqual(['a'])
  first.end()
  const second = await next()
  expect(second.items).toEqual(['b', 'c'])
  second.end()
  expect(await Promise.all(answers)).toEqual(['a!', 'b!', 'c!'])
})

it('answers nobody before their own group has ended', async () => {
  const { queue, next } = openQueue()
  const answered: string[] = []
  const add = async (item: string) => void answered.push(await queue.add('AURA', item))
  const all = Promise.all([add('a'), add('b')])
  const first = await next()
  first.end()
  const second = await next()
  expect(answered).toEqual(['a!'])
  second.end()
  await all
  expect(answered).toEqual(['a!', 'b!'])
})

it('does not hold one key up for another', async () => {
  const { queue, next } = openQueue()
  const aura = queue.add('AURA', 'a')
  const helix = queue.add('HELIX', 'h')
  const slow = await next()
  const quick = await next()
  quick.end()
  expect(await helix).toBe('h!')
  slow.end()
  expect(await aura).toBe('a!')
})

it('makes groups of a limited size, with a larger item on its own', async () => {
  const { queue, next } = openQueue({ maxGroup: 4 })
  const answers = ['a', 'bb', 'cc', 'd', 'eeeeee'].map((item) => queue.add('AURA', item))
  const sizes: (readonly string[])[] = []
  for (let at = 0; at < 4; at++) {
    const group = await next()
    sizes.push(group.items)
    group.end()
  }
  expect(sizes).toEqual([['a'], ['bb', 'cc'], ['d'], ['eeeeee']])
  expect(await Promise.all(answers)).toHaveLength(5)
})

it('does a failed group again item by item, and fails only what fails alone', async () => {
  const { queue, next } = openQueue()
  const answers = ['a', 'b', 'bad', 'c'].map((item) => queue.add('AURA', item))
  const settled = Promise.allSettled(answers)
  const first = await next()
  first.end()
  const together = await next()
  together.fail(new Error('all'))
  const alone: (readonly string[])[] = []
  for (let at = 0; at < 3; at++) {
    const group = await next()
    alone.push(group.items)
    if (group.items[0] === 'bad') group.fail(new Error('bad'))
    else group.end()
  }
  expect(alone).toEqual([['b'], ['bad'], ['c']])
  expect(
    (await settled).map((one) => (one.status === 'fulfilled' ? one.value : one.reason)),
  ).toEqual(['a!', 'b!', new Error('bad'), 'c!'])
})

it('fails all of a group at once while the database is away', async () => {
  const { queue, next } = openQueue()
  const answers = ['a', 'b', 'c'].map((item) => queue.add('AURA', item))
  const settled = Promise.allSettled(answers)
  const first = await next()
  first.end()
  const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const second = await next()
  second.fail(away)
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
})

it('waits for as many as were there, also when half of them came during a group', async () => {
  const { queue, next } = openQueue()
  const add = (item: string) => queue.add('AURA', item)
  const answers = ['a', 'b', 'c'].map(add)
  const first = await next()
  makeLong()
  first.end()
  await answers[0]
  answers.push(add('d'))
  const second = await next()
  expect(second.items).toEqual(['b', 'c', 'd'])
  second.end()
  await Promise.all(answers)
})

it('waits for nobody once a group is full', async () => {
  const { queue, next } = openQueue({ maxGroup: 3 })
  const answers = ['a', 'b', 'c', 'd'].map((item) => queue.add('AURA', item))
  const first = await next()
  makeLong()
  first.end()
  const second = await next()
  expect(second.items).toEqual(['b', 'c', 'd'])
  second.end()
  await Promise.all(answers)
})

it('refuses what is too much to wait, and takes it again afterwards', async () => {
  const { queue, next } = openQueue({ maxHeld: 6 })
  // A single item is taken whatever its size.
  const large = queue.add('AURA', 'aaaaaaaa')
  await expect(queue.add('HELIX', 'h')).rejects.toMatchObject({
    code: 503,
    headers: { 'retry-after': '5' },
  })
  const only = await next()
  only.end()
  await large
  const later = queue.add('HELIX', 'hhhh')
  const last = await next()
  last.end()
  expect(await later).toBe('hhhh!')
})
