import { describe, expect, it } from 'vitest'
import * as budget from './support/house/budget.ts'
import { readCheckout } from './support/house/tree.ts'

const checkout = readCheckout()
const imports = (file: string, from: string) => ({ [file]: `import { a } from '${from}'\n` })

describe('npm test stays within its budget', () => {
  const { BUDGET } = budget
  const features = [...checkout.keys()].flatMap(
    (file) => /^src\/features\/([^/]+)\//.exec(file)?.[1] ?? [],
  )
  const many = (count: number, file: string) => Array.from({ length: count }, () => file)

  it('of journeys, in all and by feature', () => {
    const journeys = budget.listJourneys()
    expect(journeys.length).toBeGreaterThan(0)
    expect(budget.journeysOverBudget(journeys, features)).toEqual([])
  })

  it('counts the journeys of a feature together, in whichever files they are', () => {
    const files = [...many(3, 'home.spec.ts'), ...many(3, 'home-cards.spec.ts'), 'homes.spec.ts']
    expect(budget.journeysOverBudget(files, ['home', 'find'])).toEqual([
      '6 journeys of home in npm test; at most 5: move one',
    ])
    const each = Array.from({ length: BUDGET.journeys + 1 }, (_, at) => `a${at}.spec.ts`)
    expect(budget.journeysOverBudget(each, [])).toHaveLength(1)
    expect(budget.journeysOverBudget(each.slice(1), [])).toEqual([])
  })

  it('of files that open a database, directly or not', () => {
    const files = budget.databaseFiles(checkout)
    expect(budget.over('files with a database', files.length, BUDGET.databaseFiles)).toEqual([])
    const planted = {
      ...imports('server/a.test.ts', '#tests/support/server/app.ts'),
      ...imports('server/b.test.ts', './a.ts'),
      ...imports('tests/support/server/app.ts', './database.ts'),
      ...imports('src/ui/Card.test.tsx', '#tests/support/screens/screen-app.ts'),
      ...imports('tests/trials/a.test.ts', '#tests/support/server/app.ts'),
    }
    expect(budget.databaseFiles(new Map(Object.entries(planted)))).toEqual([
      'server/a.test.ts',
      'src/ui/Card.test.tsx',
    ])
  })

  it('of files with the globals of a browser', () => {
    const files = budget.screenFiles(checkout)
    expect(budget.over('screen test files', files.length, BUDGET.screenFiles)).toEqual([])
    expect(budget.over('a', 2, 1)).toEqual(['2 a in npm test; at most 1: move one'])
  })
})
