import { act, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { projectSchema } from '#src/wire/projects.ts'
import { openFaultyApi } from '#tests/support/screens/faulty-api.ts'
import { acts, PROJECT } from '#tests/support/screens/screen-rows.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, renderInApp } from '#tests/support/screens/show-page.tsx'
import { ProjectSettingsCard } from './ProjectSettingsCard.tsx'
import type { SettingsForm } from './settings-form.ts'
import { settingsDrafts } from './use-settings-form.ts'

const project = projectSchema.parse({ ...PROJECT, telegram_notifications_media_url: null })

let isPhone = false
const { matchMedia } = window
window.matchMedia = (query) => ({
  ...matchMedia(query),
  get matches() {
    return isPhone && query !== 'print'
  },
})

beforeEach(() => {
  isPhone = false
  openFaultyApi(acts())
  signInHere()
})
afterEach(endPage)

/** A card that opens and closes. */
function Card({ id, isOpenFirst }: { id: string; isOpenFirst: boolean }) {
  const [isOpen, setOpen] = useState(isOpenFirst)
  return (
    <ProjectSettingsCard
      project={{ ...project, id }}
      colour="red"
      isHatched={false}
      isOpen={isOpen}
      onToggle={() => setOpen(!isOpen)}
    />
  )
}

/** The cards of two projects with the same edits. */
function openTwo(edits: Partial<SettingsForm>, isOpen: { aura: boolean; nova: boolean }) {
  for (const id of ['AURA', 'NOVA']) settingsDrafts.change(id, { values: edits })
  const { getByRole } = renderInApp(
    <>
      <Card id="AURA" isOpenFirst={isOpen.aura} />
      <Card id="NOVA" isOpenFirst={isOpen.nova} />
    </>,
  )
  return ['AURA', 'NOVA'].map((name) => within(getByRole('region', { name })))
}

it.each([
  ['an open card', true],
  ['a closed card', false],
])('an invalid update focuses its first error in %s', async (_which, isOpen) => {
  const [aura, nova] = openTwo({ website_url: 'no address' }, { aura: true, nova: isOpen })
  await act(async () => aura?.getByText('Confirm Update').click())
  await act(async () => nova?.getByText('Confirm Update').click())
  await waitFor(() => expect(document.activeElement).toBe(nova?.getByLabelText('Website URL')))
  expect(nova?.getByText('Must be a valid http(s) URL')).toBeTruthy()
})

it('on a phone the save bar is within its card and names the project', () => {
  isPhone = true
  const cards = openTwo({ project_ticker: 'NEW' }, { aura: true, nova: true })
  const bars = cards.map((card) => card.getByText('Confirm Update').closest('div'))
  expect(bars.map((bar) => bar?.textContent)).toEqual([
    'AURA1 field editedConfirm Update',
    'NOVA1 field editedConfirm Update',
  ])
  for (const bar of bars) expect(bar && getComputedStyle(bar).position).toBe('sticky')
})
