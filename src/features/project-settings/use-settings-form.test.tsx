import { act, renderHook, waitFor } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { enterSession, leaveSession } from '#src/state/session.ts'
import type { Project } from '#src/wire/projects.ts'
import { SCREEN_USER, signInHere } from '#tests/support/screens/screen-user.ts'
import { surroundings } from '#tests/support/screens/show-page.tsx'
import { settingsDrafts, useSettingsForm, type SettingsFormState } from './use-settings-form.ts'

const project: Project = {
  id: 'AURA',
  project_ticker: 'AUR',
  website_url: null,
  api_url: null,
  created_at: '2026-01-01T00:00:00.000Z',
  banners_enabled: 0,
  banners_desktop_aspect_ratio: null,
  banners_mobile_aspect_ratio: null,
  forward_leads_to_brevo: 0,
  brevo_api_key: null,
  brevo_list_id: null,
  buy_url: null,
  default_min_referral_spend: null,
}

const wrapper = surroundings()

function open() {
  return renderHook(() => useSettingsForm(project), { wrapper }).result
}

beforeEach(() => {
  signInHere()
})
afterEach(() => {
  settingsDrafts.dropAll()
  leaveSession(true)
  vi.unstubAllGlobals()
})

it('a field that is left unchanged is no draft', () => {
  const form = open()
  act(() => form.current.set('default_min_referral_spend', 0))
  act(() => form.current.set('project_ticker', 'AUR '))
  expect(settingsDrafts.read('AURA')).toEqual({
    values: { default_min_referral_spend: 0, project_ticker: 'AUR ' },
  })
  act(() => form.current.leave('default_min_referral_spend'))
  act(() => form.current.leave('project_ticker'))
  expect(settingsDrafts.read('AURA')).toEqual({})
})

/** As Confirm Update does. */
function submit(form: SettingsFormState) {
  if (form.validate()) void form.save()
}

/** Completes each request when the test provides the response. */
function holdAnswer() {
  let answer: (response: Response) => void = () => undefined
  const isAnswered = new Promise<Response>((resolve) => {
    answer = resolve
  })
  vi.stubGlobal('fetch', () => isAnswered)
  return answer
}

it('text that is typed during an update stays', async () => {
  const answer = holdAnswer()
  const form = open()
  act(() => form.current.set('project_ticker', 'NEW'))
  act(() => submit(form.current))
  act(() => form.current.set('buy_url', 'https://aura.example'))
  answer(Response.json({ ...project, project_ticker: 'NEW' }))
  await waitFor(() => expect(form.current.isBusy).toBe(false))
  expect(settingsDrafts.read('AURA')).toEqual({
    values: { buy_url: 'https://aura.example' },
  })
})

it('a field that is reset during its update differs from the new saved value', async () => {
  const answer = holdAnswer()
  const { result: form, rerender } = renderHook(useSettingsForm, { wrapper, initialProps: project })
  act(() => form.current.set('project_ticker', 'NEW'))
  act(() => submit(form.current))
  act(() => form.current.set('project_ticker', 'AUR'))
  act(() => form.current.leave('project_ticker'))
  // Another user's save arrives meanwhile.
  rerender({ ...project, buy_url: 'https://aura.example' })
  answer(Response.json({ ...project, project_ticker: 'NEW' }))
  await waitFor(() => expect(form.current.isBusy).toBe(false))
  rerender({ ...project, project_ticker: 'NEW' })
  expect(form.current.update).toEqual({ project_ticker: 'AUR' })
})

it('a field that is reset while its update fails is no draft', async () => {
  const answer = holdAnswer()
  const form = open()
  act(() => form.current.set('project_ticker', 'NEW'))
  act(() => submit(form.current))
  act(() => form.current.set('project_ticker', 'AUR'))
  answer(Response.json({ code: 400, message: 'Taken' }, { status: 400 }))
  await waitFor(() => expect(form.current.isBusy).toBe(false))
  expect(form.current.update).toEqual({})
  act(() => form.current.leave('project_ticker'))
  expect(settingsDrafts.ids()).toEqual([])
})

it('text that is typed right after the saved values are rendered stays', () => {
  const saved = { ...project, project_ticker: 'NEW' }
  let isTyped = false
  const { result, rerender } = renderHook(
    (shown: Project) => {
      const form = useSettingsForm(shown)
      // After the commit, before passive effects.
      useLayoutEffect(() => {
        if (isTyped || shown !== saved) return
        isTyped = true
        form.set('project_ticker', 'AUR')
      })
      return form
    },
    { wrapper, initialProps: project },
  )
  act(() => result.current.set('project_ticker', 'NEW'))
  rerender(saved)
  expect(result.current.update).toEqual({ project_ticker: 'AUR' })
})

it('the form of another project has its own values, and leaves the draft of the first', () => {
  const nova = { ...project, id: 'NOVA', project_ticker: 'NOV' }
  const { result, rerender } = renderHook(useSettingsForm, { wrapper, initialProps: project })
  act(() => result.current.set('project_ticker', 'NEW'))
  rerender(nova)
  expect(result.current.values.project_ticker).toBe('NOV')
  act(() => result.current.set('buy_url', 'https://nova.example'))
  rerender(project)
  expect(result.current.update).toEqual({ project_ticker: 'NEW' })
  expect(settingsDrafts.read('NOVA')).toEqual({ values: { buy_url: 'https://nova.example' } })
})

it('another user who signs in sees the saved values', async () => {
  const form = open()
  act(() => form.current.set('project_ticker', 'NEW'))
  await act(async () => enterSession({ ...SCREEN_USER, id: '2' }))
  expect(form.current.update).toEqual({})
})

it('fields that nobody edits here follow what is saved elsewhere', () => {
  const { result, rerender } = renderHook(useSettingsForm, { wrapper, initialProps: project })
  act(() => result.current.set('project_ticker', 'NEW'))
  rerender({ ...project, project_ticker: 'OTHER', buy_url: 'https://aura.example' })
  expect(result.current.values).toMatchObject({
    project_ticker: 'NEW',
    buy_url: 'https://aura.example',
  })
  expect(result.current.update).toEqual({ project_ticker: 'NEW' })
})

it('a draft that equals the refetched value is dropped', () => {
  const { result, rerender } = renderHook(useSettingsForm, { wrapper, initialProps: project })
  act(() => result.current.set('project_ticker', 'NEW'))
  rerender({ ...project, project_ticker: 'NEW' })
  expect(settingsDrafts.ids()).toEqual([])
})
