import { useLayoutEffect } from 'react'
import { afterEach, expect, it } from 'vitest'
import { leaveSession } from '#src/state/session.ts'
import type { SeoScript } from '#src/wire/seo-scripts.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { renderInApp } from '#tests/support/screens/show-page.tsx'
import { scriptDrafts } from './script-form.ts'
import { ScriptsCard } from './ScriptsCard.tsx'

const script: SeoScript = { id: '1', project_id: 'AURA', header: '<b>1</b>', body: null }
const saved: SeoScript = { ...script, header: '<b>2</b>' }

/** The card, with text typed after the commit of the saved script, before passive effects. */
function Card(props: { shown: SeoScript; typed?: string }) {
  const { shown, typed } = props
  useLayoutEffect(() => {
    if (typed !== undefined) scriptDrafts.change('AURA', { values: { header: typed } })
  }, [typed])
  return (
    <ScriptsCard
      projectId="AURA"
      script={shown}
      colour="red"
      isHatched={false}
      isOpen={false}
      onToggle={() => {}}
    />
  )
}

afterEach(() => {
  scriptDrafts.dropAll()
  leaveSession(true)
})

it('a draft that equals the refetched script is dropped; text that is typed then stays', () => {
  signInHere()
  scriptDrafts.change('AURA', { values: { header: '<b>2</b>' } })
  const { rerender } = renderInApp(<Card shown={script} />)
  expect(scriptDrafts.read('AURA')).toEqual({ values: { header: '<b>2</b>' } })
  rerender(<Card shown={saved} />)
  expect(scriptDrafts.ids()).toEqual([])

  rerender(<Card shown={script} />)
  scriptDrafts.change('AURA', { values: { header: '<b>2</b>' } })
  rerender(<Card shown={saved} typed="<b>1</b>" />)
  expect(scriptDrafts.read('AURA')).toEqual({ values: { header: '<b>1</b>' } })
})
