import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connection } from '#src/session/connection.ts'
import { setPrivacy } from '#src/state/filters.ts'
import type { Progress, ProgressUpdate, StagePlan, StagePlanUpdate } from '#src/wire/stages.ts'
import { openFaultyApi } from '#tests/support/screens/faulty-api.ts'
import { stubLayout } from '#tests/support/screens/layout-stubs.ts'
import { acts, PROJECT } from '#tests/support/screens/screen-rows.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, showPage } from '#tests/support/screens/show-page.tsx'
import {
  stageFigures,
  stageSummary,
  unplannedFigures,
} from '#tests/support/screens/stage-summary.ts'
import {
  button,
  buttons,
  dialog,
  field,
  press,
  isClosed,
  pressIn,
  type,
} from '#tests/support/screens/user-actions.ts'
import { EditStagesPage } from './EditStagesPage.tsx'
import { progressDrafts } from './form/progress-drafts.ts'
import { stageDrafts } from './form/stages-form.ts'

stubLayout()

const NO_PLAN: StagePlan = {
  version: 0,
  stages: [],
  soft_cap_usd: null,
  hard_cap_usd: null,
  count_bonuses: 0,
  changed_at: null,
  changed_by: null,
}
const PLAN: StagePlan = {
  ...NO_PLAN,
  version: 3,
  stages: ['5', '6'].map((id) => ({
    id,
    name: `Stage ${id}`,
    also: [],
    price_usd: '0.024',
    supply: '1000',
    starts_at: null,
    ends_at: null,
  })),
}
const PROGRESS: Progress = {
  public: 0,
  fields: ['stage'],
  now: {
    as_of: '2025-11-20T13:32:00.000Z',
    stage: 'Stage 5',
    stage_sold_share: '62.40',
    stage_ends_at: null,
  },
}
let progress: Progress
let plan: StagePlan
let sent: StagePlanUpdate[]
let refusal: Response | null

function open(search = '?project=AURA') {
  history.replaceState(null, '', `/stages/AURA/edit${search}`)
  const save = (body: unknown): unknown => {
    // The page sends nothing else.
    const update = body as StagePlanUpdate
    sent.push(update)
    if (refusal) return refusal
    if (update.version !== plan.version)
      return Response.json({ code: 409, message: 'omar has changed the stages' }, { status: 409 })
    const stages = update.stages.map((one, at) => ({
      ...PLAN.stages[0],
      ...one,
      id: one.id ?? `n${at}`,
    }))
    // A plan that was sent is one, with the ids of its stages.
    plan = { ...plan, ...update, stages, version: plan.version + 1 } as StagePlan
    return plan
  }
  openFaultyApi({
    'GET /projects/AURA/stages': () => plan,
    'PUT /projects/AURA/stages': ({ body }) => save(body),
    'GET /projects/HELIX/stages': () => ({
      ...PLAN,
      stages: [{ ...PLAN.stages[0], id: '9', name: 'Seed', price_usd: '0.01' }],
    }),
    'GET /projects/AURA/progress': () => progress,
    'PUT /projects/AURA/progress': ({ body }) => {
      // The page sends nothing else.
      progress = { ...progress, ...(body as ProgressUpdate) }
      return progress
    },
    ...acts(),
    'GET /features': () => ({ features: ['administration', 'stages'] }),
    'GET /projects/names': () => ['AURA', 'HELIX'],
    'GET /projects': ({ query }) =>
      query.getAll('projects').map((id) => ({ ...PROJECT, id, has_stages: 1 })),
    'GET /stages/summary': () => ({
      AURA: {
        ...stageSummary(),
        stages: [stageFigures({ id: '5', name: 'Stage 5', purchases: 2510 })],
        unplanned: [unplannedFigures({ name: 'Team round', usual_price: '0.01' })],
      },
    }),
  })
  signInHere()
  showPage(EditStagesPage)
}

beforeEach(() => {
  progress = PROGRESS
  plan = PLAN
  sent = []
  refusal = null
})
afterEach(() => {
  endPage()
  stageDrafts.dropAll()
  progressDrafts.dropAll()
  history.replaceState(null, '', '/')
})

it('a renamed stage says that its purchases stay, and is saved with its id', async () => {
  open()
  await type('Name of Stage 5', 'Public sale')
  const hint = await screen.findByText(/^2,510 purchases carry the name Stage 5\. They stay/)
  const name = await field('Name of Public sale')
  expect(name.getAttribute('aria-describedby')).toContain(hint.closest('[id]')?.id)
  act(() => setPrivacy(true))
  await waitFor(() => expect(document.body.textContent).not.toContain('2,510'))
  act(() => setPrivacy(false))
  await type('Soft cap', '2,000,000')
  screen.getByText('2 changes')
  await press('Save stages')
  await screen.findByText('Successfully saved stages')
  expect(sent).toMatchObject([
    {
      version: 3,
      soft_cap_usd: '2000000',
      stages: [{ id: '5', name: 'Public sale' }, { id: '6' }],
    },
  ])
  await waitFor(() => expect(location.pathname + location.search).toBe('/stages?project=AURA'))
  expect(stageDrafts.ids()).toEqual([])
})

it('a field says what is wrong once it was left, and nothing with an error is sent', async () => {
  open()
  const supply = await field('Supply of Stage 6')
  fireEvent.change(supply, { target: { value: 'many' } })
  expect(supply.getAttribute('aria-invalid')).toBe('false')
  fireEvent.blur(supply)
  await screen.findByText('The supply must be an amount, with at most 18 decimals.')
  expect(supply.getAttribute('aria-invalid')).toBe('true')
  await press('Save stages')
  await waitFor(() => expect(document.activeElement).toBe(supply))
  expect(sent).toEqual([])
})

it('what the server refuses stands at its field', async () => {
  refusal = Response.json(
    { code: 400, message: 'Path: body.stages.1.name, Message: Must be shorter' },
    { status: 400 },
  )
  open()
  await type('Name of Stage 6', 'Last')
  await press('Save stages')
  await screen.findByText('The name must be shorter.')
  expect((await field('Name of Last')).getAttribute('aria-invalid')).toBe('true')
  await type('Name of Last', 'End')
  await waitFor(() => expect(screen.queryByText('The name must be shorter.')).toBeNull())
})

it('without a plan what was sold is proposed, and a first save plans it', async () => {
  plan = NO_PLAN
  open()
  await screen.findByText('Proposed from what was sold.')
  expect((await field('Price of Team round')).value).toBe('0.01')
  expect(stageDrafts.ids()).toEqual([])
  await press('Save stages')
  await screen.findByText('Successfully saved stages')
  expect(sent).toMatchObject([{ version: 0, stages: [{ name: 'Team round', price_usd: '0.01' }] }])
  expect(sent[0]?.stages[0]).not.toHaveProperty('id')
})

it('a link adds a name that the plan lacks, also to a draft', async () => {
  open()
  await type('Price of Stage 5', '7')
  endPage()
  open('?project=AURA&add=Team+round')
  expect((await field('Price of Team round')).value).toBe('0.01')
  expect((await field('Price of Stage 5')).value).toBe('7')
  screen.getByText('2 changes')
})

it('a stage with purchases is removed after a question, one without at once', async () => {
  open()
  await press('Remove Stage 5')
  await waitFor(() => expect(dialog()?.textContent).toContain('Its 2,510 purchases stay'))
  await pressIn('Remove')
  await waitFor(() => expect(buttons('Remove Stage 5')).toEqual([]))
  await press('Add stage')
  await press('Remove stage 2')
  await waitFor(() => expect(buttons('Remove stage 2')).toEqual([]))
  await isClosed()
})

it('another name of a stage is taken from it, which is a change', async () => {
  plan = {
    ...PLAN,
    stages: PLAN.stages.map((one) => (one.id === '5' ? { ...one, also: ['OTC', 'Seed'] } : one)),
  }
  open()
  await press('Remove the name OTC')
  await screen.findByText(/^Purchases that carry the name OTC leave this stage/)
  expect(buttons('Remove the name OTC')).toEqual([])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove the name Seed')
  screen.getByText('1 change')
  await press('Save stages')
  await screen.findByText('Successfully saved stages')
  expect(sent).toMatchObject([{ stages: [{ also: ['Seed'] }, { also: [] }] }])
})

it('the arrow keys on a handle move a stage', async () => {
  open()
  fireEvent.keyDown(await button('Move Stage 5, position 1 of 2'), { key: 'ArrowDown' })
  const moved = await button('Move Stage 5, position 2 of 2')
  await waitFor(() => expect(document.activeElement).toBe(moved))
  screen.getByText('1 change')
  screen.getByText('All sold: 2,000 AURA for', { exact: false })
})

it('the stages of another project replace those here after a question', async () => {
  open()
  await field('Name of Stage 5')
  // Until the projects are there, it has none to copy from.
  await waitFor(async () =>
    expect((await button('Copy from a project')).getAttribute('aria-haspopup')).toBe('menu'),
  )
  await press('Copy from a project')
  const item = await waitFor(() => {
    const found = document.querySelector('[role=menuitem][aria-label=HELIX]')
    if (found === null) throw new Error('The menu is closed')
    return found
  })
  fireEvent.click(item)
  await pressIn('Copy')
  expect((await field('Price of Seed')).value).toBe('0.01')
  expect(buttons('Remove Stage 5')).toEqual([])
})

it('a plan that somebody else saved meanwhile is shown, and saved over without losing input', async () => {
  open()
  await type('Supply of Stage 5', '77')
  plan = {
    ...PLAN,
    version: 4,
    hard_cap_usd: '9',
    changed_by: 'omar@saleroom.example',
    changed_at: new Date().toISOString(),
  }
  await press('Save stages')
  const alert = await screen.findByText(/^omar@saleroom\.example changed the stages at/)
  expect(alert.closest('[role=alert]')?.textContent).toContain('Your 1 change is still here.')
  await press('Show what has changed')
  const table = await screen.findByRole('table', { name: 'What has changed' })
  within(table).getByRole('row', { name: 'Hard cap None 9.00 Not changed' })
  await pressIn('Keep my changes')
  // A choice of public progress has the same name.
  const cap = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Hard cap' })
  await waitFor(() => expect(cap().value).toBe('9.00'))
  expect((await field('Supply of Stage 5')).value).toBe('77')
  await press('Save stages')
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({ version: 4, hard_cap_usd: '9', stages: [{ supply: '77' }, {}] })
})

it('offline the page keeps what is typed and sends nothing', async () => {
  open()
  await type('Supply of Stage 5', '77')
  act(() => {
    connection.isOnline = false
  })
  await press('Save stages')
  expect(sent).toEqual([])
  expect((await field('Supply of Stage 5')).value).toBe('77')
})

it('public progress is chosen by its fields, shown as its answer, and saved by itself', async () => {
  open()
  const region = within(await screen.findByRole('region', { name: 'Public progress' }))
  const toggle = await region.findByRole('switch', { name: 'Public progress' })
  const save = () => region.getByRole('button', { name: 'Save public progress' })
  const answer = () => region.getByRole('group', { name: 'The answer now' }).textContent
  expect(save().getAttribute('aria-disabled')).toBe('true')
  region.getByText('While it is off, the address answers with 404.')
  fireEvent.click(toggle)
  const fields = within(region.getByRole('group', { name: 'Public fields' }))
  fireEvent.click(fields.getByRole('checkbox', { name: 'End of the stage' }))
  fireEvent.click(fields.getByRole('checkbox', { name: 'Share sold' }))
  fields.getByText('3 of 7')
  expect(JSON.parse(answer() ?? '')).toEqual(PROGRESS.now)
  act(() => setPrivacy(true))
  await waitFor(() => expect(answer()).not.toContain('62.40'))
  // A link asks before it leaves them.
  await press('Cancel')
  await waitFor(() => expect(dialog()?.textContent).toContain('Your changes to public progress'))
  await pressIn('Stay')
  await isClosed()
  fireEvent.click(save())
  await screen.findByText('Successfully saved public progress')
  expect(progress).toMatchObject({
    public: 1,
    fields: ['stage', 'stage_sold_share', 'stage_ends_at'],
  })
  await waitFor(() => expect(save().getAttribute('aria-disabled')).toBe('true'))
  expect(sent).toEqual([])
})
