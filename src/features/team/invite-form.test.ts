import { expect, test } from 'vitest'
import { EMPTY_INVITATION, inviteFormSchema, toInvitation } from './invite-form.ts'

test.each([
  ['', ['Email must be set']],
  ['   ', ['Email must be set']],
  ['nadia', ['Must be an email address']],
  ['nadia berg@saleroom.example', ['Must be an email address']],
  [`${'a'.repeat(240)}@saleroom.example`, ['Must be an email address']],
  [' nadia.berg@saleroom.example ', []],
])('the address %j: %j', (email, errors) => {
  const { error } = inviteFormSchema([]).safeParse({ ...EMPTY_INVITATION, email })
  expect(error?.issues.map((issue) => issue.message) ?? []).toEqual(errors)
})

test('an admin is invited without projects, because admins see all', () => {
  const form = {
    ...EMPTY_INVITATION,
    email: ' nadia@saleroom.example ',
    projects: ['AURA'],
  }
  expect(toInvitation(form)).toEqual({
    email: 'nadia@saleroom.example',
    role: 'user',
    projects: ['AURA'],
  })
  expect(toInvitation({ ...form, role: 'admin' }).projects).toEqual([])
})

test('who only looks is invited so, unless as an admin', () => {
  const form = { ...EMPTY_INVITATION, email: 'nadia@saleroom.example', projects: ['AURA'] }
  expect(toInvitation({ ...form, isReadOnly: true })).toMatchObject({ may_write: 0 })
  expect(toInvitation({ ...form, isReadOnly: true, role: 'admin' })).not.toHaveProperty('may_write')
  // A server without such people does not know the field.
  expect(toInvitation(form)).not.toHaveProperty('may_write')
})

test.each([
  ['user', [], ['AURA'], false],
  ['marketing', [], ['AURA'], false],
  ['user', ['AURA'], ['AURA', 'NOVA'], true],
  ['admin', [], ['AURA'], true],
  ['user', [], [], true],
])('as %s with %j of %j: can be invited %s', (role, projects, names, isValid) => {
  const form = { ...EMPTY_INVITATION, email: 'nadia@saleroom.example', role, projects }
  const { error } = inviteFormSchema(names).safeParse(form)
  expect(error?.issues.map(({ path, message }) => [path, message]) ?? []).toEqual(
    isValid ? [] : [[['projects'], 'Choose at least one project. Without one, they see nothing.']],
  )
})

test('a missing project is said together with a missing address', () => {
  const { error } = inviteFormSchema(['AURA']).safeParse(EMPTY_INVITATION)
  expect(error?.issues.map(({ path }) => path)).toEqual([['email'], ['projects']])
})
